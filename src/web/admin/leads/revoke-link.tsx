import { Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/**
 * Button that revokes the private link that was emailed to the sender of a quote, after a confirmation, because this cannot
 * be undone.
 */
export function RevokeLink({ quoteId }: { quoteId: number }) {
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation({
    ...api.admin.quotes.revokeLink.mutationOptions(),
    ...outcome<unknown, unknown>({
      done: success('Private link revoked'),
      failed: 'Failed to revoke the link',
      onDone: () => setAsking(false),
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
        The link in our emails about this quote stops working immediately. This can’t be undone.
      </Text>
      <Group gap="xs">
        <Button
          color="red"
          size="xs"
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ id: quoteId })}
        >
          Revoke
        </Button>
        <Button variant="default" size="xs" autoFocus onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </Group>
    </div>
  );
}
