import { Skeleton, Stack, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import type { RecentActivity } from '~/contract/admin/admin-schema';
import { type AdminSection, adminSections } from '~/contract/admin/sections';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { recentLimit } from '~/contract/dashboard/dashboard';
import { useCan } from '~/web/admin/shell/use-can';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';

/** Sections by the kind of a record's reference, such as `invoice:5`. */
const sections: Record<string, AdminSection> = {
  quote: 'quotes',
  message: 'messages',
  request: 'requests',
  proposal: 'proposals',
  invoice: 'invoices',
  recurring_invoice: 'recurringInvoices',
  user: 'users',
  company: 'companies',
  ...Object.fromEntries(
    contentKeys.map((key) => [contentTypes[key].noun.replaceAll(' ', '_'), key]),
  ),
};

/** Converts an id to the format of `readAdminSearch`: ids are numbers, except those of users. */
const openOf = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

/** Text of an activity, which links to its record if the role can see it. */
function Described({ activity: { about = '', description } }: { activity: RecentActivity }) {
  const can = useCan();
  const [kind = '', id = ''] = about.split(':');
  const section = sections[kind];
  if (!section || !can(adminSections[section].permission)) return description;
  return (
    <Link to="/admin" search={{ section, open: openOf(id) }} className="activity-link">
      {description}
    </Link>
  );
}

export function ActivityList() {
  const { api } = useRouter().options.context;
  const { data, error, refetch } = useQuery(api.admin.overview.activities.queryOptions());
  if (error) return <FailedQuery error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Stack gap="sm">
        {Array.from({ length: recentLimit }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
          <Skeleton key={index} height={18} />
        ))}
      </Stack>
    );
  }
  if (data.length === 0) {
    return (
      <Text c="dimmed" fz="sm">
        No activity yet.
      </Text>
    );
  }
  return (
    <Stack gap="sm" component="ul">
      {data.slice(0, recentLimit).map((activity) => (
        <li key={activity.id}>
          <Text fz="sm" lineClamp={2}>
            <Described activity={activity} />
          </Text>
          <Text c="dimmed" fz="xs">
            <When at={activity.time} />
          </Text>
        </li>
      ))}
    </Stack>
  );
}
