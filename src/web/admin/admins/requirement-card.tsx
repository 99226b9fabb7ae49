import { Paper, Switch, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { success } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Setting that requires a second factor of every admin. */
export function RequirementCard() {
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.admin.admins.secondFactorRequirement.queryOptions());
  const change = useMutation(
    api.admin.admins.requireSecondFactor.mutationOptions(
      outcome({
        done: ({ isRequired }) =>
          success(isRequired ? 'Second factor now required' : 'Second factor now optional'),
        failed: 'Something went wrong. Please try again.',
      }),
    ),
  );
  return (
    <Paper withBorder p="md" mb="md">
      <Switch
        label="Require a second factor for every admin"
        checked={data?.isRequired ?? false}
        disabled={!data || change.isPending}
        onChange={(event) => change.mutate({ isRequired: event.currentTarget.checked })}
      />
      <Text c="dimmed" fz="sm" mt={6}>
        Turning this on signs out admins without one; they set it up at their next sign-in. Set up
        your own first.
      </Text>
    </Paper>
  );
}
