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

/** Card of a bank entry: its proposed booking, and the actions. */
export function EntryCard({ entry }: { entry: BankEntry }) {
  const mayBook = useCan()('invoices.write');
  const heading = `bank-entry-${entry.id}`;
  const sign = entry.isCredit ? '' : '−';
  return (
    <Paper withBorder p="md" component="li" aria-labelledby={heading}>
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Title order={2} fz="md" id={heading} className="bank-words">
          {entry.name || entry.iban || (entry.isCredit ? 'Without a name' : 'Outgoing payment')}
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
          {entry.state === 'booked' ? 'Matched' : 'Skipped'} by {entry.decided.by},{' '}
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

/** Lists the entry's bookings. */
function Paid({ entry }: { entry: BankEntry }) {
  const { payments, currency, isCredit } = entry;
  if (payments.length === 0) return null;
  return (
    <div>
      {payments.map((one) => (
        <Text key={one.paymentId} mt="xs" fz="sm" className="bank-words">
          {isCredit ? 'Paid' : 'Reversed'} {formatAmount(one.amount, currency)} of{' '}
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
          Since returned by the bank.
        </Text>
      )}
    </div>
  );
}

const fits = {
  exact: 'exact amount',
  part: 'partial payment',
  over: 'more than the balance due: the rest is kept as an overpayment',
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
          {formatAmount(entry.left, currency)} left to match.
        </Text>
      )}
      {!proposal && (
        <Text mt="xs" fz="sm" c="dimmed">
          No matching open invoice. Choose one or skip the entry.
        </Text>
      )}
      {proposal?.invoices.map((one) => (
        <Text key={one.id} mt="xs" fz="sm" className="bank-words">
          {proposal.invoices.length > 1 && `${formatAmount(one.amount, currency)} for `}
          <InvoiceLink {...one} />, {formatAmount(one.remaining, currency)} outstanding
        </Text>
      ))}
      {proposal && (
        <Text c="dimmed" fz="sm">
          {proposal.by === 'number' ? 'Matched by number' : 'Matched by name and amount'};{' '}
          {fits[proposal.fit]}.
        </Text>
      )}
    </>
  );
}

function returnInWords(proposal: BankEntry['proposal']): string {
  if (!proposal) {
    return 'The bank reversed this, but we found no matching payment. Reverse the payment on its invoice, then skip this entry.';
  }
  if (!proposal.canReopen) {
    return 'This reverses a payment that is not matched. Skip both.';
  }
  const numbers = proposal.invoices.map(({ number }) => number).join(', ');
  const isEmailed = proposal.invoices.some(({ clientEmail }) => clientEmail);
  return `This reverses the payment of ${numbers}. The invoice reopens${isEmailed ? ', and we email the client' : ''}.`;
}

function Actions({ entry }: { entry: BankEntry }) {
  const { api } = useRouter().options.context;
  const { id, state, proposal, isCredit, name } = entry;
  const [isDividing, setDividing] = useState(false);
  const { bank } = api.admin;
  const undo = useMutation(
    bank.undo.mutationOptions(
      outcome({
        done: success('Entry restored'),
        failed: 'Failed to undo. Please try again.',
      }),
    ),
  );
  const book = useMutation(
    bank.book.mutationOptions(
      outcome({
        done: success('Payment matched'),
        failed: 'Failed to match the payment',
      }),
    ),
  );
  const reopen = useMutation(
    bank.reopen.mutationOptions(
      outcome({
        done: success('Invoice reopened'),
        failed: 'Failed to reopen the invoice',
      }),
    ),
  );
  const ignore = useMutation(
    bank.ignore.mutationOptions(
      outcome({
        done: () => deleted('Entry skipped', () => undo.mutate({ id })),
        failed: 'Failed to skip the entry',
      }),
    ),
  );
  const isBusy = [undo, book, reopen, ignore].some((one) => one.isPending);
  const invoices = proposal?.invoices ?? [];
  const of = name ? ` the entry of ${name}` : ' the entry';
  if (state !== 'proposed') {
    const label = state === 'booked' ? 'Undo' : 'Restore';
    const isEmailed = entry.payments.some(({ clientEmail }) => clientEmail);
    const undone = isEmailed ? 'Undo and email the client' : 'Undo the match';
    const confirm = isCredit ? undone : 'Undo: the payment is recorded again';
    if (state === 'booked' && entry.isReturned) return null;
    const onConfirm = () => undo.mutate({ id });
    return (
      <Group mt="sm">
        {state === 'booked' ? (
          <ConfirmButton
            label={label}
            name={`${label}${of}`}
            confirm={confirm}
            isPending={undo.isPending}
            onConfirm={onConfirm}
          />
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={`${label}${of}`}
            loading={undo.isPending}
            onClick={onConfirm}
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
            ? `Match to ${invoices[0]?.number}`
            : `Match to ${invoices.length} invoices`}
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
          Reopen invoice
        </Button>
      )}
      {entry.payments.length === 0 && (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={`Skip${of}`}
          onClick={() => ignore.mutate({ id })}
        >
          Skip
        </Button>
      )}
      {isDividing && <DivideDialog entry={entry} onClose={() => setDividing(false)} />}
    </Group>
  );
}
