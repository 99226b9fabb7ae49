import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { BankEntry } from '~/contract/bank/bank-schema';
import { formatAmount } from '~/contract/common/currencies';
import { useCan } from '~/web/admin/shell/use-can';
import { ConfirmButton } from '~/web/admin/ui/confirm-button';
import { deleted, success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';
import { DivideDialog } from './divide-dialog';
import { useBankRefresh } from './use-bank-refresh';

/** An entry of a bank statement: what it seems to pay, and what an admin does with it. */
export function EntryCard({ entry }: { entry: BankEntry }) {
  const mayBook = useCan()('invoices.write');
  const heading = `bank-entry-${entry.id}`;
  const sign = entry.isCredit ? '' : '−';
  return (
    <Paper withBorder p="md" component="li" aria-labelledby={heading}>
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Title order={2} fz="md" id={heading} className="bank-words">
          {entry.name || entry.iban || (entry.isCredit ? 'Without a name' : 'Paid by the agency')}
        </Title>
        <Text fw={600} className="bank-amount">
          {sign}
          {formatAmount(entry.amount, entry.currency)}
        </Text>
      </Group>
      <Text c="dimmed" fz="sm" className="bank-words">
        <When at={entry.bookedOn} isDate />
        {entry.name && entry.iban && `, ${entry.iban}`}
      </Text>
      {entry.reference && (
        <Text mt={4} className="bank-words">
          {entry.reference}
        </Text>
      )}
      {entry.returnReason && (
        <Text mt={4} fz="sm" className="bank-words">
          Returned by the bank: {entry.returnReason}
        </Text>
      )}
      <Paid entry={entry} />
      {entry.decided && (
        <Text c="dimmed" fz="sm" mt={4}>
          {entry.state === 'booked' ? 'Booked' : 'Put aside'} by {entry.decided.by},{' '}
          <When at={entry.decided.at} />
        </Text>
      )}
      {entry.state === 'proposed' && <Proposal entry={entry} />}
      {mayBook && <Actions entry={entry} />}
    </Paper>
  );
}

function InvoiceLink({
  id,
  number,
  clientName,
}: {
  id: number;
  number: string;
  clientName: string;
}) {
  return (
    <>
      <Link to="/admin" search={{ section: 'invoices', open: id }} className="row-link">
        {number}
      </Link>{' '}
      of {clientName}
    </>
  );
}

/** What it was booked as. */
function Paid({ entry }: { entry: BankEntry }) {
  const { payments, currency, isCredit } = entry;
  if (payments.length === 0) return null;
  return (
    <div>
      {payments.map((one) => (
        <Text key={one.paymentId} mt="xs" fz="sm" className="bank-words">
          {isCredit ? 'Paid' : 'Took back'} {formatAmount(one.amount, currency)} of{' '}
          <InvoiceLink {...one} />
          {isCredit && one.isReversed && (
            <>
              {' '}
              <StatusBadge status={entry.isReturned ? 'returned' : 'reversed'} />
            </>
          )}
        </Text>
      ))}
      {entry.isReturned && (
        <Text mt={4} fz="sm">
          The bank has returned it since.
        </Text>
      )}
    </div>
  );
}

const fits = {
  exact: 'exactly what is left',
  part: 'a part of what is left',
  over: 'more than is left: the rest is kept as overpaid',
};

function Proposal({ entry }: { entry: BankEntry }) {
  const { proposal, currency, isCredit, payments } = entry;
  if (!isCredit) {
    return (
      <Text mt="xs" fz="sm">
        {returnInWords(proposal)}
      </Text>
    );
  }
  return (
    <>
      {payments.length > 0 && (
        <Text mt="xs" fz="sm">
          {formatAmount(entry.left, currency)} of it is still to be booked.
        </Text>
      )}
      {!proposal && (
        <Text mt="xs" fz="sm" c="dimmed">
          No open invoice fits. Choose one, or ignore the entry.
        </Text>
      )}
      {proposal?.invoices.map((one) => (
        <Text key={one.id} mt="xs" fz="sm" className="bank-words">
          {proposal.invoices.length > 1 && `${formatAmount(one.amount, currency)} for `}
          <InvoiceLink {...one} />, {formatAmount(one.remaining, currency)} to be paid
        </Text>
      ))}
      {proposal && (
        <Text c="dimmed" fz="sm">
          {proposal.by === 'number' ? 'Found by number' : 'Found by name and amount'};{' '}
          {fits[proposal.fit]}.
        </Text>
      )}
    </>
  );
}

function returnInWords(proposal: BankEntry['proposal']): string {
  if (!proposal) {
    return 'The bank took this back, but no payment fits. Reverse it at its invoice, then ignore this entry.';
  }
  if (!proposal.canReopen) {
    return 'It takes back a payment that is not booked. Ignore both.';
  }
  const numbers = proposal.invoices.map(({ number }) => number).join(', ');
  return `It takes back the payment of ${numbers}: the invoice is open again, and its client reads so in a mail.`;
}

function Actions({ entry }: { entry: BankEntry }) {
  const { api } = useRouter().options.context;
  const { id, state, proposal, isCredit, name } = entry;
  const refresh = useBankRefresh();
  const [isDividing, setDividing] = useState(false);
  const { bank } = api.admin;
  const undo = useMutation(
    bank.undo.mutationOptions(
      outcome({
        done: success('The entry waits again'),
        failed: 'This was not taken back. Please try again.',
        refresh,
      }),
    ),
  );
  const book = useMutation(
    bank.book.mutationOptions(
      outcome({
        done: success('The entry was booked'),
        failed: 'The entry was not booked',
        refresh,
      }),
    ),
  );
  const reopen = useMutation(
    bank.reopen.mutationOptions(
      outcome({
        done: success('The invoice is open again'),
        failed: 'The return was not booked',
        refresh,
      }),
    ),
  );
  const ignore = useMutation(
    bank.ignore.mutationOptions(
      outcome({
        done: () => deleted('The entry is ignored', () => undo.mutate({ id })),
        failed: 'The entry was not ignored',
        refresh,
      }),
    ),
  );
  const isBusy = [undo, book, reopen, ignore].some((one) => one.isPending);
  const invoices = proposal?.invoices ?? [];
  const of = name ? ` the entry of ${name}` : ' the entry';
  if (state !== 'proposed') {
    const label = state === 'booked' ? 'Take back' : 'Put back to book';
    const confirm = isCredit
      ? 'Take back: the client is told that it was a mistake'
      : 'Take back: the payment is recorded again';
    if (state === 'booked' && entry.isReturned) return null;
    const takeBack = () => undo.mutate({ id });
    return (
      <Group mt="sm">
        {state === 'booked' ? (
          <ConfirmButton
            label={label}
            name={`${label}${of}`}
            confirm={confirm}
            isPending={undo.isPending}
            onConfirm={takeBack}
          />
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={`${label}${of}`}
            loading={undo.isPending}
            onClick={takeBack}
          >
            {label}
          </Button>
        )}
      </Group>
    );
  }
  return (
    <Group gap="xs" mt="sm">
      {isCredit && invoices.length > 0 && (
        <Button
          size="xs"
          disabled={isBusy}
          onClick={() =>
            book.mutate({
              id,
              invoices: invoices.map((one) => ({ id: one.id, amount: one.amount })),
            })
          }
        >
          {invoices.length === 1
            ? `Book to ${invoices[0]?.number}`
            : `Book to ${invoices.length} invoices`}
        </Button>
      )}
      {isCredit && (
        <Button
          size="xs"
          variant={invoices.length > 0 ? 'default' : 'filled'}
          disabled={isBusy}
          aria-label={`Choose invoices for${of}`}
          onClick={() => setDividing(true)}
        >
          {invoices.length > 0 ? 'Choose others' : 'Choose invoices'}
        </Button>
      )}
      {proposal?.canReopen && (
        <Button size="xs" disabled={isBusy} onClick={() => reopen.mutate({ id })}>
          Reopen the invoice
        </Button>
      )}
      {entry.payments.length === 0 && (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={`Ignore${of}`}
          onClick={() => ignore.mutate({ id })}
        >
          Ignore
        </Button>
      )}
      {isDividing && <DivideDialog entry={entry} onClose={() => setDividing(false)} />}
    </Group>
  );
}
