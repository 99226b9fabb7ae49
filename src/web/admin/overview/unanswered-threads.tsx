import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import { recentLimit } from '~/contract/dashboard/dashboard';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';

/** Threads whose last message is the client's, most urgent first. */
export function UnansweredThreads() {
  const { api } = useRouter().options.context;
  const { data, error, refetch } = useQuery(api.admin.requestThreads.unanswered.queryOptions());
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="unanswered-threads">
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} id="unanswered-threads">
          Clients waiting for a reply
        </Title>
        <Anchor
          fz="sm"
          style={{ flex: 'none' }}
          aria-label="View the board of requests"
          renderRoot={(rest) => (
            <Link {...rest} to="/admin" search={{ section: 'requests', tab: 'board' }} />
          )}
        >
          Board
        </Anchor>
      </Group>
      {error && <FailedQuery error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={18} />}
      {data?.length === 0 && (
        <Text c="dimmed" fz="sm">
          No client is waiting for a reply.
        </Text>
      )}
      <Stack gap="xs" component="ul">
        {data?.slice(0, recentLimit).map(({ requestId, title, clientName, dueAt, isOverdue }) => (
          <Group
            component="li"
            key={requestId}
            justify="space-between"
            align="flex-start"
            gap="sm"
            wrap="nowrap"
          >
            <div style={{ minWidth: 0 }}>
              <Link
                to="/admin"
                search={{ section: 'requests', open: requestId }}
                className="row-link"
              >
                {title}
              </Link>
              <Text c="dimmed" fz="xs" truncate>
                {clientName}
              </Text>
            </div>
            <Text
              fz="sm"
              style={{ flex: 'none' }}
              {...(isOverdue ? { c: 'red', fw: 600 } : { c: 'dimmed' })}
            >
              {isOverdue ? 'overdue since' : 'due'} <When at={dueAt} />
            </Text>
          </Group>
        ))}
      </Stack>
      {data && data.length > recentLimit && (
        <Text c="dimmed" fz="sm" mt="xs">
          And {data.length - recentLimit} more.
        </Text>
      )}
    </Paper>
  );
}
