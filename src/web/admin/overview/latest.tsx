import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { type AdminSection, adminSections } from '~/contract/admin/sections';
import { formatMoney } from '~/contract/common/money';
import { recentLimit } from '~/contract/dashboard/dashboard';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';

interface Entry {
  id: number;
  title: ReactNode;
  note: string;
  status: string;
  time: string;
  /** True if `time` is a date without a time of day. */
  isDay?: boolean;
  /** True if the record opens in a drawer of its section. */
  opens: boolean;
}

function Latest(props: {
  section: AdminSection;
  title: string;
  emptyText: string;
  query: { data: Entry[] | undefined; error: unknown; refetch(): unknown };
}) {
  const { section, title, emptyText, query } = props;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2}>{title}</Title>
        <Anchor
          fz="sm"
          aria-label={`View all: ${adminSections[section].title}`}
          renderRoot={(rest) => <Link {...rest} to="/admin" search={{ section }} />}
        >
          View all
        </Anchor>
      </Group>
      {query.error ? (
        <FailedQuery error={query.error} onRetry={query.refetch} />
      ) : query.data ? (
        <Stack gap="sm">
          {query.data.length === 0 && (
            <Text c="dimmed" fz="sm">
              {emptyText}
            </Text>
          )}
          {query.data.map((entry) => (
            <Group key={entry.id} justify="space-between" wrap="nowrap" align="flex-start">
              <div style={{ minWidth: 0 }}>
                {entry.opens ? (
                  <Link to="/admin" search={{ section, open: entry.id }} className="row-link">
                    {entry.title}
                  </Link>
                ) : (
                  <Text fw={600}>{entry.title}</Text>
                )}
                <Text c="dimmed" fz="xs" truncate>
                  {entry.note}, <When at={entry.time} isDate={entry.isDay ?? false} />
                </Text>
              </div>
              <StatusBadge status={entry.status} />
            </Group>
          ))}
        </Stack>
      ) : (
        <Stack gap="sm">
          {Array.from({ length: recentLimit }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
            <Skeleton key={index} height={34} />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

const five = { pageSize: recentLimit };

export function LatestRequests() {
  const { api } = useRouter().options.context;
  const { data, ...query } = useQuery(api.admin.requests.page.queryOptions(five));
  const entries = data?.rows.map((row) => ({
    id: row.id,
    title: row.title,
    note: row.client_name,
    status: row.status,
    time: row.createdAt,
    opens: true,
  }));
  return (
    <Latest
      section="requests"
      title="Service requests"
      emptyText="No service requests yet."
      query={{ ...query, data: entries }}
    />
  );
}

export function LatestPayments() {
  const { api } = useRouter().options.context;
  const { data, ...query } = useQuery(api.admin.payments.page.queryOptions(five));
  const entries = data?.rows.map((row) => ({
    id: row.id,
    title: formatMoney(row.amount, row.currency),
    note: row.description,
    status: row.status,
    // A transfer is stored at noon of its date, so no time is shown.
    time:
      row.method === 'transfer' && row.paidAt
        ? row.paidAt.slice(0, 10)
        : (row.paidAt ?? row.createdAt),
    isDay: row.method === 'transfer' && row.paidAt !== null,
    opens: false,
  }));
  return (
    <Latest
      section="payments"
      title="Payments"
      emptyText="No payments yet."
      query={{ ...query, data: entries }}
    />
  );
}

export function LatestMessages() {
  const { api } = useRouter().options.context;
  const { data, ...query } = useQuery(api.admin.messages.page.queryOptions(five));
  const entries = data?.rows.map((row) => ({
    id: row.id,
    title: `${row.firstName} ${row.lastName}`,
    note: row.message,
    status: row.status,
    time: row.createdAt,
    opens: true,
  }));
  return (
    <Latest
      section="messages"
      title="Messages"
      emptyText="No messages yet."
      query={{ ...query, data: entries }}
    />
  );
}
