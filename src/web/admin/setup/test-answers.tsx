import { Button, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { Notice } from '~/web/admin/ui/notice';
import { notifyFailed } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';

const askEveryMs = 2_000;
/** Milliseconds after which the email counts as not arrived. Delivery may take time. */
const patienceMs = 90_000;

/** Button that sends a test email to the reply address, and shows when it arrives. */
export function TestAnswers() {
  const { api } = useRouter().options.context;
  const [isLate, setLate] = useState(false);
  const send = useMutation(
    api.admin.setup.testAnswers.mutationOptions({
      onError: (error) => notifyFailed(error, 'Failed to send the test'),
    }),
  );
  const sent = send.data;
  const test = sent?.test ?? '';
  const arrival = useQuery(
    api.admin.setup.hasTestArrived.queryOptions(
      { test },
      {
        enabled: test !== '' && !isLate,
        gcTime: 0,
        refetchInterval: ({ state }) => (state.data?.hasArrived ? false : askEveryMs),
      },
    ),
  );
  const hasArrived = arrival.data?.hasArrived ?? false;
  useEffect(() => {
    if (!test) return;
    setLate(false);
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [test]);
  return (
    <Stack gap="sm" mt="md" align="flex-start">
      <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        Send test email
      </Button>
      {sent?.problem && (
        <Notice tone="bad" title="Not sent" isNew>
          <Text fz="sm">{sent.problem}</Text>
        </Notice>
      )}
      {test && hasArrived && (
        <Notice tone="good" title="Received" isNew>
          <Text fz="sm">Email to {sent?.to} is received.</Text>
        </Notice>
      )}
      {test && !hasArrived && (
        <Notice
          tone={isLate ? 'bad' : 'wait'}
          title={isLate ? 'Not received' : 'Waiting for the email'}
          isNew
        >
          <Text fz="sm">
            {isLate
              ? `Check that the mailbox accepts email for ${sent?.to}, and check its spam folder.`
              : `Sent to ${sent?.to}. This can take a minute.`}
          </Text>
        </Notice>
      )}
    </Stack>
  );
}
