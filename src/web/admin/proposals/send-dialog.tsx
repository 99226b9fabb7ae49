import { Button, Group, Stack, TagsInput, Text, Textarea } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { proposalCopiesMax, proposalMessageMax } from '~/contract/proposals/proposals';
import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { taxesInWords, useProposalTax } from '~/web/admin/documents/tax-proposal';
import { Dialog } from '~/web/admin/ui/dialog';
import { Notice } from '~/web/admin/ui/notice';
import { errorMessageOf, fieldErrorsOf, unexpectedMessageOf } from '~/web/lib/api-error';
import type { FieldErrors } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';

/** Asks for a confirmation before the link is emailed, and lists missing data. */
export function SendDialog(props: {
  proposal: AdminProposal;
  onClose(): void;
  onRefused(errors: FieldErrors): void;
  onSent(url: string): void;
}) {
  const { onClose, onRefused, onSent } = props;
  // Keeps the proposal as it was when the dialog opened, because the admin confirms the displayed
  // data.
  const [proposal] = useState(props.proposal);
  const { api } = useRouter().options.context;
  const { id, number, client, total, currency, validUntil, status } = proposal;
  const refresh = useRefresh();
  const [message, setMessage] = useState('');
  const [copyTo, setCopyTo] = useState<string[]>([]);
  const send = useMutation(
    api.admin.proposals.send.mutationOptions({
      onSuccess: ({ url }) => {
        onClose();
        onSent(url);
        void refresh();
      },
      onError: (error) => onRefused(fieldErrorsOf(error)),
    }),
  );
  const failure = useRef<HTMLDivElement>(null);
  // Focuses the error message, because the button lost the focus while it was busy.
  useEffect(() => {
    if (send.error) failure.current?.focus();
  }, [send.error]);
  const copyError = Object.entries(fieldErrorsOf(send.error)).find(([path]) =>
    path.startsWith('copyTo'),
  )?.[1];
  const missing = Object.values(fieldErrorsOf(send.error));
  return (
    <Dialog onClose={onClose} title={`Send ${number}`} centered>
      <Stack gap="md">
        <Text>
          {client.name || 'The client'} gets a private link at{' '}
          <strong>{client.email || 'a missing email address'}</strong>, to accept{' '}
          <strong>{formatAmount(total, currency)}</strong> until {dateInWords(validUntil)}.
        </Text>
        <SentTax proposal={proposal} />
        {status !== 'draft' && (
          <Text fz="sm" c="dimmed">
            Already sent before. This email has the same link.
          </Text>
        )}
        <Textarea
          data-autofocus
          label="Personal message"
          description="Optional. Shown above the proposal in the email."
          autosize
          minRows={3}
          maxRows={10}
          maxLength={proposalMessageMax}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <TagsInput
          label="Copies to"
          description={`Up to ${proposalCopiesMax} people. They get the same link and can also accept.`}
          placeholder={copyTo.length === 0 ? 'partner@example.com' : ''}
          type="email"
          maxTags={proposalCopiesMax}
          splitChars={[',', ' ', ';']}
          acceptValueOnBlur
          value={copyTo}
          error={copyError}
          onChange={setCopyTo}
        />
        {send.error && (
          <div ref={failure} tabIndex={-1}>
            <Notice tone="bad" title="Not sent" isNew>
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
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {send.error ? 'Back to the proposal' : 'Cancel'}
          </Button>
          <Button
            loading={send.isPending}
            onClick={() => send.mutate({ id, message, copyTo, confirmed: { total, client } })}
          >
            Send
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Shows the tax in the total, and the reason if a different tax is proposed for the client. */
function SentTax({ proposal }: { proposal: AdminProposal }) {
  const { id, client, totals, currency, seller } = proposal;
  const fitting = useProposalTax(id, {
    ...client,
    company: client.company ?? '',
    country: client.country ?? '',
  });
  const taxes = totals.taxes.map((tax) => ({ ...tax, base: formatAmount(tax.base, currency) }));
  const { text, isOther } = taxesInWords(taxes, seller.country, fitting);
  return (
    <Text fz="sm" c={isOther ? 'orange' : 'dimmed'}>
      {text}.
    </Text>
  );
}
