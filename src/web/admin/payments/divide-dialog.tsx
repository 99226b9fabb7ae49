import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { BankEntry } from '~/contract/bank/bank-schema';
import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import { readDecimal } from '~/contract/common/typed-decimals';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { success } from '~/web/admin/ui/notices';
import { useQuery } from '~/web/lib/queries';

const searchMs = 250;
const offeredMax = 6;

interface Part {
  id: number;
  number: string;
  clientName: string;
  remaining: string;
  amount: string;
}

/** Converts an amount to the smallest unit of any currency, so that sums are integers. */
const thousandths = (amount: string) => Math.round(Number(amount) * 1000);

/** Dialog that selects the invoices which an entry pays, and divides the entry among them. */
export function DivideDialog({ entry, onClose }: { entry: BankEntry; onClose(): void }) {
  const { bank } = useRouter().options.context.api.admin;
  const { currency } = entry;
  const amountOf = ({ amount }: Part) => readDecimal(amount, decimalsOf(currency));
  const restOf = (parts: readonly Part[]) =>
    thousandths(entry.left) -
    parts.reduce((sum, part) => sum + (thousandths(amountOf(part)) || 0), 0);
  const money = (sum: number) => formatAmount(String(Math.abs(sum) / 1000), currency);
  const initial: { parts: readonly Part[] } = { parts: entry.proposal?.invoices ?? [] };
  return (
    <ActionDialog
      title="Split payment"
      submitLabel="Match"
      isReady={({ parts }) => parts.length > 0 && restOf(parts) === 0}
      initial={initial}
      fields={({ draft: { parts }, change, errorOf, errors }) => [
        ...parts.map((part, at) => (
          <Group key={part.id} align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              style={{ flex: 1 }}
              label={`${part.number}, ${part.clientName}`}
              description={`${formatAmount(part.remaining, currency)} outstanding`}
              inputMode="decimal"
              value={part.amount}
              error={errorOf(`invoices.${at}.amount`)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                change(() => ({
                  parts: parts.map((one) => (one === part ? { ...one, amount: value } : one)),
                }));
              }}
            />
            <Button
              variant="default"
              aria-label={`Remove ${part.number}`}
              onClick={() => change(() => ({ parts: parts.filter((one) => one !== part) }))}
            >
              Remove
            </Button>
          </Group>
        )),
        <Text key="rest" fz="sm" role="status" c={restOf(parts) === 0 ? 'dimmed' : undefined}>
          {restInWords(restOf(parts), parts.length, money)}
        </Text>,
        errors.invoices && (
          <Text key="wrong" fz="sm" c="red" role="alert">
            {errors.invoices}
          </Text>
        ),
        <OpenInvoices
          key="search"
          entry={entry}
          parts={parts}
          onAdd={(one) => {
            const share = Math.min(Math.max(restOf(parts), 0), thousandths(one.remaining));
            const amount = share > 0 ? (share / 1000).toFixed(decimalsOf(currency)) : '';
            change(() => ({ parts: [...parts, { ...one, amount }] }));
          }}
        />,
      ]}
      input={({ parts }) => ({
        id: entry.id,
        invoices: parts.map((part) => ({ id: part.id, amount: amountOf(part) })),
      })}
      mutation={bank.book.mutationOptions()}
      outcome={{
        done: success('Payment matched'),
        failed: 'Failed to match the payment',
      }}
      onClose={onClose}
    >
      <Text fz="sm" className="bank-words">
        {formatAmount(entry.left, currency)}
        {entry.name && ` from ${entry.name}`}
        {entry.reference && `: ${entry.reference}`}
      </Text>
    </ActionDialog>
  );
}

/** Search for other open invoices in the entry's currency. */
function OpenInvoices(props: {
  entry: BankEntry;
  parts: readonly Part[];
  onAdd(invoice: Omit<Part, 'amount'>): void;
}) {
  const { entry, parts, onAdd } = props;
  const { currency } = entry;
  const { invoices } = useRouter().options.context.api.admin;
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), searchMs);
  const found = useQuery(
    invoices.page.queryOptions({ search: asked, status: 'open', pageSize: 50 }),
  );
  const distance = ({ remaining }: { remaining: string }) =>
    thousandths(remaining) === thousandths(entry.left) ? 0 : 1;
  const offered = (found.data?.rows ?? [])
    .filter((one) => one.currency === currency && !parts.some(({ id }) => id === one.id))
    // Invoices with exactly the remaining amount come first.
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, offeredMax);
  return (
    <>
      <TextInput
        label="Search for an invoice"
        description="By number, client or address"
        value={search}
        data-autofocus={parts.length === 0 || undefined}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.error ? <FailedQuery error={found.error} onRetry={found.refetch} /> : null}
      {found.data && offered.length === 0 && (
        <Text c="dimmed" fz="sm">
          No other open invoice in {currency} found.
        </Text>
      )}
      <Stack gap={6}>
        {offered.map(({ id, number, clientName, remaining }) => (
          <Button
            key={id}
            variant="default"
            justify="space-between"
            h="auto"
            py={6}
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            rightSection={formatAmount(remaining, currency)}
            onClick={() => onAdd({ id, number: number ?? '', clientName, remaining })}
          >
            {number}, {clientName}
          </Button>
        ))}
      </Stack>
    </>
  );
}

function restInWords(rest: number, count: number, money: (sum: number) => string): string {
  if (rest > 0) return `${money(rest)} left to allocate.`;
  if (rest < 0) return `${money(rest)} more than received.`;
  return count > 1 ? 'Fully allocated.' : 'Fully allocated to this invoice.';
}
