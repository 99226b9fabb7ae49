import { Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Ends the private link that the sender of a quote was mailed; asked first, since it cannot be taken back. */
export function RevokeLink({ quoteId }: { quoteId: number }) {
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    ...api.admin.quotes.revokeLink.mutationOptions(),
    ...outcome<unknown, unknown>({
      done: success('The private link no longer works'),
      failed: 'Failed to revoke the link',
      onDone: () => setAsking(false),
      refresh: () => api.admin.quotes.invalidate(),
    }),
  });
  if (!isAsking) {
    return (
      <Group>
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          Revoke private link
        </Button>
      </Group>
    );
  }
  return (
    <div>
      <Text fz="sm" mb="xs">
        The link in the mails about this quote stops working at once, and cannot be brought back.
      </Text>
      <Group gap="xs">
        <Button
          color="red"
          size="xs"
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ id: quoteId })}
        >
          Yes, revoke it
        </Button>
        <Button variant="default" size="xs" autoFocus onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </Group>
    </div>
  );
}
