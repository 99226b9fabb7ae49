import { Button, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { AdminSearch } from '~/contract/admin/admin';
import { sumsInWords } from '~/contract/common/sums';
import type { Permission } from '~/contract/identity/permissions';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { useCan } from '~/web/admin/shell/use-can';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { SectionHead } from '~/web/admin/ui/section-head';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { IconArticle, IconBriefcase, IconChecklist, IconPhoto } from '~/web/ui/icons';
import { ActivityList } from './activity-list';
import { LatestMessages, LatestPayments, LatestRequests } from './latest';
import { ResponseTimes } from './response-times';
import { StatCards } from './stat-cards';
import { Today } from './today';
import { UnansweredThreads } from './unanswered-threads';

const quick: {
  label: string;
  icon: typeof IconArticle;
  search: AdminSearch;
  permission: Permission;
}[] = [
  {
    label: 'Add Service',
    icon: IconBriefcase,
    search: { section: 'services', open: 'new' },
    permission: 'content.write',
  },
  {
    label: 'Add Project',
    icon: IconPhoto,
    search: { section: 'portfolio', open: 'new' },
    permission: 'content.write',
  },
  {
    label: 'Write Blog',
    icon: IconArticle,
    search: { section: 'blog', open: 'new' },
    permission: 'content.write',
  },
  {
    label: 'View Requests',
    icon: IconChecklist,
    search: { section: 'requests' },
    permission: 'requests.read',
  },
];

export const loadDashboard: SectionLoad = ({ api, queryClient }, _, can) =>
  Promise.all([
    queryClient.ensureQueryData(api.admin.overview.today.queryOptions()),
    queryClient.ensureQueryData(api.admin.overview.stats.queryOptions()),
    can('leads.read') && queryClient.ensureQueryData(api.admin.responseTimes.open.queryOptions()),
    can('requests.read') &&
      queryClient.ensureQueryData(api.admin.requestThreads.unanswered.queryOptions()),
  ]);

/** First section of the panel: figures, latest records and quick actions. */
export function SectionOverview() {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const can = useCan();
  const offered = quick.filter(({ permission }) => can(permission));
  const stats = useQuery(api.admin.overview.stats.queryOptions());
  return (
    <>
      <SectionHead title="Dashboard">
        {offered.map(({ label, icon: Icon, search }) => (
          <Button
            key={label}
            variant="default"
            size="sm"
            leftSection={<Icon size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/admin" search={search} />}
          >
            {label}
          </Button>
        ))}
      </SectionHead>
      <Today />
      {stats.error ? (
        <FailedQuery error={stats.error} onRetry={stats.refetch} />
      ) : (
        <StatCards
          stats={[
            {
              label: 'Clients',
              value: stats.data && String(stats.data.totalUsers),
              search: can('clients.read') ? { section: 'users' } : undefined,
            },
            {
              label: 'Revenue, all time',
              value:
                stats.data &&
                sumsInWords(stats.data.totalRevenue, currency, stats.data.otherCurrencies),
              search: can('payments.read') ? { section: 'payments' } : undefined,
            },
            {
              label: 'Active subscriptions',
              value: stats.data && String(stats.data.activeSubscriptions),
              search: can('plans.read') ? { section: 'plans' } : undefined,
            },
            {
              label: 'Pending requests',
              value: stats.data && String(stats.data.pendingRequests),
              search: can('requests.read') ? { section: 'requests', status: 'pending' } : undefined,
            },
          ]}
        />
      )}
      <div className="overview-answers">
        {can('leads.read') && <ResponseTimes />}
        {can('requests.read') && <UnansweredThreads />}
      </div>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" mt="md">
        <LatestRequests />
        <LatestPayments />
        <LatestMessages />
        <Paper withBorder p="md">
          <Title order={2} mb="sm">
            Recent activities
          </Title>
          <ActivityList />
        </Paper>
      </SimpleGrid>
      <Text c="dimmed" fz="xs" mt="md">
        New leads, requests and payments appear here automatically.
      </Text>
    </>
  );
}
