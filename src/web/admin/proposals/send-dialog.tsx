import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/dates';
import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { Notice } from '~/web/admin/ui/notice';
import { errorMessageOf, fieldErrorsOf, unexpectedMessageOf } from '~/web/lib/api-error';
import type { FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';

/** Asks before the link is mailed, and says what is missing. */
export function SendDialog(props: {
  proposal: AdminProposal;
  onClose(): void;
  onRefused(errors: FieldErrors): void;
  onSent(url: string): void;
}) {
  const { proposal, onClose, onRefused, onSent } = props;
  const { api } = useRouter().options.context;
  const { id, number, client, total, currency, validUntil, status } = proposal;
  const send = useMutation(
    api.admin.proposals.send.mutationOptions({
      onSuccess: ({ url }) => {
        onClose();
        onSent(url);
        void api.admin.proposals.page.invalidate();
        // The lead that it answers counts as answered.
        void api.admin.quotes.invalidate();
      },
      onError: (error) => onRefused(fieldErrorsOf(error)),
    }),
  );
  const missing = Object.values(fieldErrorsOf(send.error));
  return (
    <Modal opened onClose={onClose} title={`Send ${number}`} centered>
      <Stack gap="md">
        <Text>
          {client.name || 'The client'} gets a private link at{' '}
          <strong>{client.email || 'an address that is missing'}</strong>, to accept{' '}
          <strong>{formatAmount(total, currency)}</strong> until {dateInWords(validUntil)}.
        </Text>
        {status !== 'draft' && (
          <Text fz="sm" c="dimmed">
            It was sent before; this mail has the same link.
          </Text>
        )}
        {send.error && (
          <Notice tone="bad" title="It was not sent" isNew>
            {missing.length > 0 ? (
              <ul>
                {missing.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            ) : (
              (errorMessageOf(send.error) ?? unexpectedMessageOf(send.error))
            )}
          </Notice>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {send.error ? 'Back to the proposal' : 'Cancel'}
          </Button>
          <Button data-autofocus loading={send.isPending} onClick={() => send.mutate({ id })}>
            Send
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
