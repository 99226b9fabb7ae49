import { Button, Group, Modal, NumberInput, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { AdminPayment } from '~/contract/admin/admin-schema';
import { formatMoney } from '~/contract/common/money';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

const leftOf = ({ amount, refunded }: AdminPayment) =>
  (Math.round(Number(amount) * 100) - Math.round(Number(refunded) * 100)) / 100;

/** Refunds a payment or a part of it, after a confirmation, since a refund cannot be undone. */
export function RefundAction({ payment }: { payment: AdminPayment }) {
  const { api } = useRouter().options.context;
  const left = leftOf(payment);
  const mayRefund = useCan()('payments.refund');
  const [isOpen, setOpen] = useState(false);
  const [amount, setAmount] = useState<string | number>(left);
  const refund = useMutation(
    api.admin.payments.refund.mutationOptions(
      outcome({
        done: success('Payment refunded successfully'),
        onDone: () => setOpen(false),
        failed: 'Failed to refund the payment',
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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!refund.isPending) refund.mutate({ id: payment.id, amount: String(amount) });
  };

  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Refund ${payment.client_name}, ${payment.description}`}
        onClick={() => setOpen(true)}
      >
        Refund
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Refund a payment" centered>
        <form onSubmit={submit}>
          <Text fz="sm" mb="md">
            {payment.client_name} paid {formatMoney(payment.amount, payment.currency)} for{' '}
            {payment.description}. What is refunded goes back to the card, and cannot be taken back.
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
              Refund {formatMoney(String(amount || 0), payment.currency)}
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
