import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import { recentLimit } from '~/contract/dashboard/dashboard';
import { shareInWords, timeInWords } from '~/contract/settings/response-times';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';

/** Card with overdue leads and recent response times. */
export function ResponseTimes() {
  const { api } = useRouter().options.context;
  const open = useQuery(api.admin.responseTimes.open.queryOptions());
  const figures = useQuery(api.admin.responseTimes.figures.queryOptions());
  const overdue = open.data?.filter(({ isOverdue }) => isOverdue) ?? [];
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="response-times">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="response-times">
          Overdue replies
        </Title>
        {figures.data && (
          <Text c="dimmed" fz="sm">
            Promised within {figures.data.promise}
            {figures.data.medianMinutes !== null &&
              `; median ${timeInWords(figures.data.medianMinutes)} of working time`}
            {figures.data.keptShare !== null && `, ${shareInWords(figures.data.keptShare)} kept`}
          </Text>
        )}
      </Group>
      {open.error && <FailedQuery error={open.error} onRetry={open.refetch} />}
      {!open.data && !open.error && <Skeleton height={18} />}
      {open.data && overdue.length === 0 && (
        <Text c="dimmed" fz="sm">
          No overdue replies.
        </Text>
      )}
      <Stack gap="xs" component="ul">
        {overdue.slice(0, recentLimit).map(({ kind, id, name, dueAt, ownerName }) => (
          <Group component="li" key={`${kind} ${id}`} justify="space-between" gap="sm">
            <Link
              to="/admin"
              search={{ section: kind === 'quote' ? 'quotes' : 'messages', open: id }}
              className="row-link"
            >
              {kind === 'quote' ? 'Quote' : 'Message'} from {name}
            </Link>
            <Text c="dimmed" fz="sm">
              due <When at={dueAt} />
              {ownerName && `, ${ownerName}`}
            </Text>
          </Group>
        ))}
      </Stack>
      {overdue.length > recentLimit && (
        <Text c="dimmed" fz="sm" mt="xs">
          And {overdue.length - recentLimit} more.
        </Text>
      )}
    </Paper>
  );
}
