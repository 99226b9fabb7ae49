import { Paper, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type {
  Notifications,
  NotificationsChange,
} from '~/contract/notifications/notifications-schema';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { success } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Kinds of notifications that admins get. Emails about the status of a request only go to clients. */
const kinds: { key: keyof Notifications; label: string; description: string }[] = [
  {
    key: 'messages',
    label: 'Client messages',
    description: 'At most one email every two minutes, and none while you have the thread open.',
  },
  {
    key: 'deliverables',
    label: 'Deliverable reviews',
    description: 'When a client approves a file or requests changes.',
  },
];

/** Settings for email notifications about requests. Each switch is saved immediately. */
export function NotificationSettings() {
  const { api } = useRouter().options.context;
  const { data, error, refetch } = useQuery(api.notifications.get.queryOptions());
  const update = useMutation({
    ...api.notifications.update.mutationOptions(),
    ...outcome<unknown, NotificationsChange>({
      done: success('Notifications updated successfully'),
      failed: 'Failed to update your notifications',
    }),
  });
  // Updates the switch optimistically, and reverts it if the server rejects the change.
  const shown = data && { ...data, ...(update.isPending && update.variables) };
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="notifications">
      <Title order={2} id="notifications">
        Emails about requests
      </Title>
      <Text c="dimmed" fz="sm">
        Sent to your own email.
      </Text>
      {error && <FailedQuery error={error} onRetry={refetch} />}
      {!shown && !error && <Skeleton height={72} mt="md" />}
      {shown && (
        <Stack gap="md" mt="md">
          {kinds.map(({ key, label, description }) => (
            <Switch
              key={key}
              label={label}
              // The label element also contains the description, which would otherwise be part of
              // the accessible name.
              aria-label={label}
              description={description}
              checked={shown[key]}
              disabled={update.isPending}
              onChange={(event) => update.mutate({ [key]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      )}
    </Paper>
  );
}
