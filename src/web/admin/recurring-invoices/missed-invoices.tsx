import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import {
  amountToCents,
  centsToAmount,
  formatAmount,
  formatCents,
} from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useCan } from '~/web/admin/shell/use-can';
import { Notice } from '~/web/admin/ui/notice';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const invoicesOf = (count: number) => (count === 1 ? 'One invoice' : `${count} invoices`);

/**
 * Invoices that were not created because the product was not running. An admin decides what to do
 * with each of them.
 */
export function MissedInvoices({ recurring }: { recurring: Recurring }) {
  const { recurringInvoices } = useRouter().options.context.api.admin;
  const mayChange = useCan()('invoices.write');
  /** Dates of the missed invoices that the admin has deselected. */
  const [deselected, setDeselected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<'issue' | 'skip'>();
  const close = () => setAsked(undefined);
  const draft = useMutation(
    recurringInvoices.makeMissed.mutationOptions(
      outcome({
        done: (_, { days }) => success(`${invoicesOf(days.length)} kept as drafts`),
        failed: 'Failed to create the invoices',
      }),
    ),
  );
  const { id, missedInvoices, currency } = recurring;
  if (missedInvoices.length === 0) return null;
  const chosen = missedInvoices.filter(({ day }) => !deselected.has(day));
  const days = chosen.map(({ day }) => day);
  const cents = chosen.reduce(
    (sofar, { total }) => sofar + (amountToCents(total, currency) ?? 0),
    0,
  );
  const sum = formatCents(cents, currency);
  const isNone = days.length === 0;
  const choose = (day: string, isChosen: boolean) =>
    setDeselected((before) => {
      const after = new Set(before);
      if (isChosen) after.delete(day);
      else after.add(day);
      return after;
    });
  return (
    <Notice
      tone="wait"
      title={`${invoicesOf(missedInvoices.length)} ${missedInvoices.length === 1 ? 'was' : 'were'} missed`}
    >
      <Text fz="sm">
        These could not be created on their due date. Decide what to do with them; new invoices
        continue as planned.
      </Text>
      <Stack gap={8} mt="sm" component="ul" style={{ listStyle: 'none', padding: 0 }}>
        {missedInvoices.map(({ day, total, items }) => (
          <li key={day}>
            <Checkbox
              checked={!deselected.has(day)}
              disabled={!mayChange || draft.isPending}
              onChange={(event) => choose(day, event.currentTarget.checked)}
              label={`${dateInWords(day)}, ${formatAmount(total, currency)}`}
              description={items[0]?.description}
            />
          </li>
        ))}
      </Stack>
      {mayChange && (
        <Group gap="xs" mt="md">
          <Button size="xs" disabled={isNone} onClick={() => setAsked('issue')}>
            Issue
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isNone}
            loading={draft.isPending}
            onClick={() => draft.mutate({ id, days, action: 'draft' })}
          >
            Keep as drafts
          </Button>
          <Button size="xs" variant="default" disabled={isNone} onClick={() => setAsked('skip')}>
            Skip
          </Button>
        </Group>
      )}
      {asked === 'issue' && (
        <ActionDialog
          title={`Issue ${invoicesOf(days.length).toLowerCase()}?`}
          submitLabel="Issue"
          input={() => ({
            ...{ id, days, action: 'issue' as const },
            total: centsToAmount(cents, currency),
          })}
          mutation={recurringInvoices.makeMissed.mutationOptions()}
          outcome={{
            done: ({ held }) =>
              held === 0
                ? success(`${invoicesOf(days.length)} issued and emailed`)
                : success(
                    `${days.length - held} of ${days.length} issued and emailed. The others wait as drafts, which say why`,
                  ),
            failed: 'Failed to create the invoices',
          }}
          onClose={close}
        >
          <Text fz="sm">
            {sum} in total. Each gets the next number and today’s date, and we email it to{' '}
            {recurring.client.email || 'the client'}. After that, you can only credit it. If
            required billing data is missing, it waits as a draft instead.
          </Text>
          {recurring.savedTotal && (
            <Text fz="sm">
              Each was {formatAmount(recurring.savedTotal, currency)} when it was saved: the tax has
              changed with the client’s data or your tax settings.
            </Text>
          )}
        </ActionDialog>
      )}
      {asked === 'skip' && (
        <ActionDialog
          title={`Skip ${invoicesOf(days.length).toLowerCase()}?`}
          submitLabel="Skip"
          isDangerous
          input={() => ({ id, days })}
          mutation={recurringInvoices.skipMissed.mutationOptions()}
          outcome={{
            done: success(`${invoicesOf(days.length)} skipped`),
            failed: 'Failed to skip the invoices',
          }}
          onClose={close}
        >
          <Text fz="sm">{sum} in total will not be invoiced. You won’t be asked again.</Text>
        </ActionDialog>
      )}
    </Notice>
  );
}
