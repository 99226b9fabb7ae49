import { Button, Group, Modal, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { AdminPayment } from '~/contract/admin/admin-schema';
import { formatMoney } from '~/contract/common/money';
import { today } from '~/web/admin/form/today';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const leftOf = ({ amount, refunded }: AdminPayment) =>
  (Math.round(Number(amount) * 100) - Math.round(Number(refunded) * 100)) / 100;

/** Refunds a payment by card, or records that a transfer was sent back, after a confirmation, since neither can be undone. */
export function RefundAction({ payment }: { payment: AdminPayment }) {
  const { api } = useRouter().options.context;
  const left = leftOf(payment);
  const mayRefund = useCan()('payments.refund');
  const [isOpen, setOpen] = useState(false);
  const [amount, setAmount] = useState<string | number>(left);
  const isTransfer = payment.method === 'transfer';
  const [date, setDate] = useState(today);
  const [reference, setReference] = useState('');
  const refund = useMutation(
    api.admin.payments.refund.mutationOptions(
      outcome({
        done: success(isTransfer ? 'Repayment recorded' : 'Payment refunded successfully'),
        onDone: () => setOpen(false),
        failed: isTransfer ? 'Failed to record the repayment' : 'Failed to refund the payment',
        refresh: () =>
          Promise.all([
            api.admin.payments.invalidate(),
            api.admin.overview.invalidate(),
            api.admin.users.invalidate(),
          ]),
      }),
    ),
  );
  if (!mayRefund || payment.status !== 'completed' || left <= 0) return null;

  const errors = fieldErrorsOf(refund.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const repayment = isTransfer ? { date, reference } : {};
    if (!refund.isPending) {
      const { id, refunded } = payment;
      refund.mutate({ id, amount: String(amount), refundedBefore: refunded, ...repayment });
    }
  };

  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`${isTransfer ? 'Record a repayment to' : 'Refund'} ${payment.client_name}, ${payment.description}`}
        onClick={() => setOpen(true)}
      >
        {isTransfer ? 'Record a repayment' : 'Refund'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={isTransfer ? 'Record a repayment' : 'Refund a payment'}
        centered
      >
        <form onSubmit={submit}>
          <Text fz="sm" mb="md">
            {payment.client_name} paid {formatMoney(payment.amount, payment.currency)} for{' '}
            {payment.description}
            {isTransfer
              ? ' by bank transfer. Send it from your bank: no money is moved here. What is recorded is credited to the client, and cannot be taken back.'
              : '. What is refunded goes back to the card, and cannot be taken back.'}
          </Text>
          <NumberInput
            label="Amount"
            description={`At most ${formatMoney(String(left), payment.currency)}`}
            min={0.01}
            max={left}
            step={0.01}
            decimalScale={2}
            fixedDecimalScale
            value={amount}
            onChange={setAmount}
            data-autofocus
          />
          {isTransfer && (
            <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
              <TextInput
                label="Sent on"
                type="date"
                required
                max={today()}
                value={date}
                error={errors.date}
                onChange={(event) => setDate(event.currentTarget.value)}
              />
              <TextInput
                label="Reference"
                maxLength={200}
                value={reference}
                error={errors.reference}
                onChange={(event) => setReference(event.currentTarget.value)}
              />
            </SimpleGrid>
          )}
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              color="red"
              loading={refund.isPending}
              disabled={Number(amount) <= 0}
            >
              {isTransfer ? 'Record' : 'Refund'}{' '}
              {formatMoney(String(amount || 0), payment.currency)}
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
