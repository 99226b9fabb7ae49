import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { amountToCents, formatAmount, formatCents } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { Dialog } from '~/web/admin/ui/dialog';
import { Notice } from '~/web/admin/ui/notice';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useRecurringRefresh } from './use-recurring-refresh';

const invoicesOf = (count: number) => (count === 1 ? 'One invoice' : `${count} invoices`);

/** Invoices that were not made while the product did not run: an admin says what becomes of each. */
export function MissedInvoices({ recurring }: { recurring: Recurring }) {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('invoices.write');
  const refresh = useRecurringRefresh();
  /** Those that are left as they are for now. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<'issue' | 'skip'>();
  const close = () => setAsked(undefined);
  const make = useMutation(
    api.admin.recurringInvoices.makeMissed.mutationOptions(
      outcome({
        done: (_, { days, action }) =>
          success(
            action === 'issue'
              ? `${invoicesOf(days.length)} issued and emailed`
              : `${invoicesOf(days.length)} kept as drafts`,
          ),
        failed: 'Failed to create the invoices',
        onDone: close,
        refresh,
      }),
    ),
  );
  const skip = useMutation(
    api.admin.recurringInvoices.skipMissed.mutationOptions(
      outcome({
        done: (_, { days }) => success(`${invoicesOf(days.length)} skipped`),
        failed: 'Failed to skip the invoices',
        onDone: close,
        refresh,
      }),
    ),
  );
  const { id, missedInvoices, currency } = recurring;
  if (missedInvoices.length === 0) return null;
  const chosen = missedInvoices.filter(({ day }) => !left.has(day));
  const days = chosen.map(({ day }) => day);
  const sum = formatCents(
    chosen.reduce((cents, { total }) => cents + (amountToCents(total, currency) ?? 0), 0),
    currency,
  );
  const isBusy = make.isPending || skip.isPending;
  const isNone = days.length === 0;
  const choose = (day: string, isChosen: boolean) =>
    setLeft((before) => {
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
              checked={!left.has(day)}
              disabled={!mayChange || isBusy}
              onChange={(event) => choose(day, event.currentTarget.checked)}
              label={`${dateInWords(day)}, ${formatAmount(total, currency)}`}
              description={items[0]?.description}
            />
          </li>
        ))}
      </Stack>
      {mayChange && (
        <Group gap="xs" mt="md">
          <Button size="xs" disabled={isNone || isBusy} onClick={() => setAsked('issue')}>
            Issue
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isNone || isBusy}
            loading={make.isPending && make.variables.action === 'draft'}
            onClick={() => make.mutate({ id, days, action: 'draft' })}
          >
            Keep as drafts
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isNone || isBusy}
            onClick={() => setAsked('skip')}
          >
            Skip
          </Button>
        </Group>
      )}
      {asked === 'issue' && (
        <Dialog onClose={close} title={`Issue ${invoicesOf(days.length).toLowerCase()}?`} centered>
          <Text fz="sm">
            {sum} in total. Each gets the next number and today’s date, and we email it to{' '}
            {recurring.client.email || 'the client'}. After that, you can only credit it.
          </Text>
          <Answers onClose={close}>
            <Button
              loading={make.isPending}
              onClick={() => make.mutate({ id, days, action: 'issue' })}
            >
              Issue
            </Button>
          </Answers>
        </Dialog>
      )}
      {asked === 'skip' && (
        <Dialog onClose={close} title={`Skip ${invoicesOf(days.length).toLowerCase()}?`} centered>
          <Text fz="sm">{sum} in total will not be invoiced. You won’t be asked again.</Text>
          <Answers onClose={close}>
            <Button color="red" loading={skip.isPending} onClick={() => skip.mutate({ id, days })}>
              Skip
            </Button>
          </Answers>
        </Dialog>
      )}
    </Notice>
  );
}

function Answers({ onClose, children }: { onClose(): void; children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" mt="lg">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}
