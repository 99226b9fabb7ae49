import { Button, Text } from '@mantine/core';

import { formatCents } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { ClientDraft } from '~/web/admin/documents/client-draft';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import type { Upcoming } from './recurring-draft';

/** Asks for a confirmation before a recurring invoice is saved whose first invoice is already due. */
export function FirstInvoice(props: {
  client: ClientDraft;
  /** Formatted tax with its reason. */
  tax: string;
  upcoming: readonly Upcoming[] | undefined;
  currency: string;
  onClose(): void;
  onIssue(): void;
  onStartOn(day: string): void;
}) {
  const { client, tax, currency, onClose, onIssue, onStartOn } = props;
  const [first, second] = props.upcoming ?? [];
  const { name, company, email } = client;
  return (
    <ActionDialog
      title="Issue the first invoice now?"
      submitLabel="Issue now"
      input={() => undefined}
      mutation={{ mutationFn: async () => onIssue() }}
      onClose={onClose}
      aside={
        second && (
          <Button variant="default" onClick={() => onStartOn(second.period.from)}>
            Start on {dateInWords(second.period.from)}
          </Button>
        )
      }
    >
      <Text fz="sm">
        The first invoice is due today:{' '}
        <strong>{formatCents(first?.totalCents ?? 0, currency)}</strong> to{' '}
        {company ? `${company} (${name})` : name}. It gets the next number and is emailed to{' '}
        {email || 'the client'} within a few minutes.
      </Text>
      <Text fz="sm" c="dimmed">
        {tax}.
      </Text>
    </ActionDialog>
  );
}
