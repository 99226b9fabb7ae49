import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { BankEntry } from '~/contract/bank/bank-schema';
import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import { readDecimal } from '~/contract/common/typed-decimals';
import { Dialog } from '~/web/admin/ui/dialog';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useBankRefresh } from './use-bank-refresh';

const searchMs = 250;
const offeredMax = 6;

interface Part {
  id: number;
  number: string;
  clientName: string;
  remaining: string;
  amount: string;
}

/** In the smallest parts of any currency, so that sums are whole numbers. */
const thousandths = (amount: string) => Math.round(Number(amount) * 1000);

/** Chooses the invoices that an entry pays, and divides it over them. */
export function DivideDialog({ entry, onClose }: { entry: BankEntry; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { currency } = entry;
  const [parts, setParts] = useState<Part[]>(entry.proposal?.invoices ?? []);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), searchMs);
  const found = useQuery(
    api.admin.invoices.page.queryOptions({ search: asked, status: 'open', pageSize: 50 }),
  );
  const distance = ({ remaining }: { remaining: string }) =>
    thousandths(remaining) === thousandths(entry.left) ? 0 : 1;
  const offered = (found.data?.rows ?? [])
    .filter((one) => one.currency === currency && !parts.some(({ id }) => id === one.id))
    // What is left of them, exactly, comes first.
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, offeredMax);

  const book = useMutation(
    api.admin.bank.book.mutationOptions(
      outcome({
        done: success('Payment matched'),
        onDone: onClose,
        failed: (error) => notifyFailed(error, 'Failed to match the payment'),
        refresh: useBankRefresh(),
      }),
    ),
  );
  const errors = fieldErrorsOf(book.error);
  const amountOf = ({ amount }: Part) => readDecimal(amount, decimalsOf(currency));
  const divided = parts.reduce((sum, part) => sum + (thousandths(amountOf(part)) || 0), 0);
  const rest = thousandths(entry.left) - divided;
  const money = (sum: number) => formatAmount(String(Math.abs(sum) / 1000), currency);

  const add = (one: Omit<Part, 'amount'>) => {
    const share = Math.min(Math.max(rest, 0), thousandths(one.remaining));
    const places = decimalsOf(currency);
    setParts([...parts, { ...one, amount: share > 0 ? (share / 1000).toFixed(places) : '' }]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (book.isPending || parts.length === 0) return;
    const invoices = parts.map((part) => ({ id: part.id, amount: amountOf(part) }));
    book.mutate({ id: entry.id, invoices });
  };

  return (
    <Dialog title="Split payment" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text fz="sm" className="bank-words">
            {formatAmount(entry.left, currency)}
            {entry.name && ` from ${entry.name}`}
            {entry.reference && `: ${entry.reference}`}
          </Text>
          {parts.map((part, at) => (
            <Group key={part.id} align="flex-end" gap="xs" wrap="nowrap">
              <TextInput
                style={{ flex: 1 }}
                label={`${part.number}, ${part.clientName}`}
                description={`${formatAmount(part.remaining, currency)} outstanding`}
                inputMode="decimal"
                value={part.amount}
                error={errors[`invoices.${at}.amount`]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setParts(parts.map((one) => (one === part ? { ...one, amount: value } : one)));
                }}
              />
              <Button
                variant="default"
                aria-label={`Remove ${part.number}`}
                onClick={() => setParts(parts.filter((one) => one !== part))}
              >
                Remove
              </Button>
            </Group>
          ))}
          <Text fz="sm" role="status" c={rest === 0 ? 'dimmed' : undefined}>
            {restInWords(rest, parts.length, money)}
          </Text>
          {errors.invoices && (
            <Text fz="sm" c="red" role="alert">
              {errors.invoices}
            </Text>
          )}
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
                onClick={() => add({ id, number: number ?? '', clientName, remaining })}
              >
                {number}, {clientName}
              </Button>
            ))}
          </Stack>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={rest !== 0} loading={book.isPending}>
              Match
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function restInWords(rest: number, count: number, money: (sum: number) => string): string {
  if (rest > 0) return `${money(rest)} left to allocate.`;
  if (rest < 0) return `${money(rest)} more than received.`;
  return count > 1 ? 'Fully allocated.' : 'Fully allocated to this invoice.';
}
