import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminMessage } from '~/contract/threads/threads-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { success } from '~/web/admin/ui/notices';
import { useMutation, useQuery } from '~/web/lib/queries';
import { Moment } from '~/web/ui/moment';
import { outcome } from '~/web/ui/outcome';

/** Note below a message that arrived by email, or whose email bounced. */
export function MailFoot(props: {
  message: Pick<AdminMessage, 'id' | 'origin' | 'mailId' | 'author'> & { deliveryReason?: string };
  mayAccept: boolean;
}) {
  const { id, origin, mailId, author, deliveryReason } = props.message;
  const { api } = useRouter().options.context;
  const [isOpen, setOpen] = useState(false);
  const accept = useMutation(
    api.admin.incomingMail.accept.mutationOptions(
      outcome({
        done: () =>
          success(
            'The client sees this message now. Later emails from this address count as theirs.',
          ),
        failed: 'Failed to accept the email. Please try again.',
      }),
    ),
  );
  return (
    <>
      {origin === 'unverified' && (
        <Text fz="sm">From {author}, not the client. The client can’t see it.</Text>
      )}
      {deliveryReason && (
        <Text fz="sm" c="red.8" style={{ overflowWrap: 'anywhere' }}>
          Not delivered: {deliveryReason}
        </Text>
      )}
      <Group gap="xs">
        {origin === 'unverified' && props.mayAccept && (
          <Button
            size="compact-sm"
            loading={accept.isPending}
            onClick={() => accept.mutate({ id })}
          >
            Accept as message
          </Button>
        )}
        {mailId !== null && (
          <Anchor component="button" type="button" fz="sm" onClick={() => setOpen(true)}>
            Show full email
          </Anchor>
        )}
      </Group>
      {isOpen && mailId !== null && <WholeMail id={mailId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Dialog with the complete text of an email, including quoted text and signature. */
export function WholeMail({ id, onClose }: { id: number; onClose(): void }) {
  const { api } = useRouter().options.context;
  const mail = useQuery(api.admin.incomingMail.whole.queryOptions({ id }));
  return (
    <Dialog title={mail.data?.subject || 'Email'} size="lg" onClose={onClose}>
      {mail.error ? <FailedQuery error={mail.error} onRetry={mail.refetch} /> : null}
      {!mail.data && !mail.error && <Loader size="sm" aria-label="Loading" />}
      {mail.data && (
        <>
          <Text c="dimmed" fz="sm" mb="md" style={{ overflowWrap: 'anywhere' }}>
            From {mail.data.from}, <Moment at={mail.data.createdAt} />
          </Text>
          <Text component="pre" className="whole-mail">
            {mail.data.text || 'This email has no text.'}
          </Text>
        </>
      )}
    </Dialog>
  );
}
