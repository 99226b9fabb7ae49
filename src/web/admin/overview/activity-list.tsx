import { Skeleton, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { recentLimit } from '~/contract/dashboard/dashboard';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';

export function ActivityList() {
  const { api } = useRouter().options.context;
  const { data, error, refetch } = useQuery(api.admin.overview.activities.queryOptions());
  if (error) return <FailedQuery error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Stack gap="sm">
        {Array.from({ length: recentLimit }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
          <Skeleton key={index} height={18} />
        ))}
      </Stack>
    );
  }
  if (data.length === 0) {
    return (
      <Text c="dimmed" fz="sm">
        Nothing has happened yet.
      </Text>
    );
  }
  return (
    <Stack gap="sm" component="ul">
      {data.slice(0, recentLimit).map((activity) => (
        <li key={activity.id}>
          <Text fz="sm" lineClamp={2}>
            {activity.description}
          </Text>
          <Text c="dimmed" fz="xs">
            <When at={activity.time} />
          </Text>
        </li>
      ))}
    </Stack>
  );
}
