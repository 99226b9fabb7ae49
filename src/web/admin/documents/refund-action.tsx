import { Alert, Button, Group, Modal, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { AdminPayment } from '~/contract/admin/admin-schema';
import { centsPerUnit, decimalsOf } from '~/contract/common/currencies';
import { formatMoney } from '~/contract/common/money';
import { readDecimal } from '~/contract/common/typed-decimals';
import { useToday } from '~/web/admin/form/today';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

type Refundable = Pick<
  AdminPayment,
  'id' | 'amount' | 'refunded' | 'method' | 'currency' | 'status' | 'description' | 'client_name'
> &
  // Of a plan's payment, and in the list of all.
  Partial<Pick<AdminPayment, 'inBalance' | 'invoice'>>;

/** What can still be refunded, in units of the currency. */
function leftOf({ amount, refunded, inBalance = '0', currency }: Refundable): number {
  const perUnit = centsPerUnit(currency);
  const centsOf = (decimal: string) => Math.round(Number(decimal) * perUnit);
  return Math.max(0, centsOf(amount) - centsOf(refunded) - centsOf(inBalance)) / perUnit;
}

/** Refunds an online payment, which cannot be undone, or records that a transfer was sent back. */
export function RefundAction(props: {
  payment: Refundable;
  /** Decimal; what of the payment's invoice was paid beyond what is owed: it is proposed, and not credited. */
  overpaid?: string;
}) {
  const { payment, overpaid = '0' } = props;
  const { api } = useRouter().options.context;
  const left = leftOf(payment);
  const mayRefund = useCan()('payments.refund');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  /** Amount refunded when the dialog was opened. The typed amount is added to it. */
  const [refundedBefore, setRefundedBefore] = useState(payment.refunded);
  const isTransfer = payment.method === 'transfer';
  const source = payment.method === 'card' ? 'card' : 'account that it came from';
  const isOverpaid = Number(overpaid) > 0;
  const today = useToday();
  const [date, setDate] = useState(today);
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const isOfInvoice = payment.invoice !== null;
  const creditNote = `${payment.invoice?.clientEmail ? 'email the client' : 'issue'} a credit note`;
  const refund = useMutation(
    api.admin.payments.refund.mutationOptions(
      outcome({
        done: success(isTransfer ? 'Refund recorded' : 'Payment refunded successfully'),
        onDone: () => setOpen(false),
        failed: isTransfer ? 'Failed to record the refund' : 'Failed to refund the payment',
        refresh: () =>
          Promise.all([
            api.admin.payments.invalidate(),
            api.admin.invoices.invalidate(),
            api.admin.overview.invalidate(),
            api.admin.users.invalidate(),
          ]),
      }),
    ),
  );
  if (!mayRefund || payment.status !== 'completed' || left <= 0) return null;

  const errors = fieldErrorsOf(refund.error);
  const money = (decimal: string) => formatMoney(decimal, payment.currency);
  const decimals = decimalsOf(payment.currency);
  // Of three decimals, payments have two and a 0.
  const amount = readDecimal(typed, decimals).replace(/(\.\d\d)0$/, '$1');
  const isSum = /^\d+(\.\d+)?$/.test(amount) && Number(amount) > 0;
  const isTooMuch = isSum && Number(amount) > left;
  const credited = Number(amount) - Number(overpaid);
  const isCredited = isOfInvoice && (!isSum || credited > 0);
  const isOvertaken = !refund.isPending && !refund.isSuccess && payment.refunded !== refundedBefore;
  const isReady = isSum && !isTooMuch && !isOvertaken && !refund.isPending && !refund.isSuccess;
  const open = () => {
    refund.reset();
    setTyped((isOverpaid ? Math.min(Number(overpaid), left) : left).toFixed(decimals));
    setRefundedBefore(payment.refunded);
    setOpen(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const repayment = {
      ...(isTransfer && { date, reference }),
      ...(isCredited && reason.trim() && { reason }),
    };
    if (isReady) refund.mutate({ id: payment.id, amount, refundedBefore, ...repayment });
  };
  const amountError = () => {
    if (isTooMuch) return 'This is more than can be refunded';
    return isSum ? errors.amount : 'Please enter an amount, such as 250.00';
  };

  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`${isTransfer ? 'Record refund to' : 'Refund'} ${payment.client_name}, ${payment.description}`}
        onClick={open}
      >
        {isTransfer ? 'Record refund' : 'Refund'}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={isTransfer ? 'Record refund' : 'Refund a payment'}
        centered
      >
        <form onSubmit={submit}>
          {isOverpaid && (
            <Text fz="sm" mb="xs">
              {money(overpaid)} is an overpayment, which is not credited.
              {isSum &&
                credited > 0 &&
                ` The other ${money(credited.toFixed(decimals))} is credited.`}
            </Text>
          )}
          <Text fz="sm" mb="md">
            {payment.client_name} paid {formatMoney(payment.amount, payment.currency)} for{' '}
            {payment.description}
            {isTransfer
              ? ` by bank transfer. Send the money from your bank; this only records it. We ${creditNote}, except for overpayments. The credit note stays even if you reverse the refund.`
              : isOfInvoice
                ? `. The refund goes to the ${source}, and we ${creditNote}. This can’t be undone.`
                : `. The refund goes to the ${source}. This can’t be undone.`}
            {payment.method === 'debit' &&
              ' The client’s bank can still reverse the debit for weeks. If it does, the refund is lost.'}
            {Number(payment.inBalance) > 0 &&
              ` A plan change added ${money(payment.inBalance ?? '0')} of it to the client’s Stripe balance, which is not refunded.`}
          </Text>
          {isOvertaken && (
            <Alert color="yellow" mb="md" role="alert">
              {money(payment.refunded)} of this payment has already been refunded. Please close this
              dialog, check the rest and start again if needed.
            </Alert>
          )}
          <TextInput
            label="Amount"
            description={`Up to ${money(String(left))}`}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={amountError()}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          {isCredited && (
            <TextInput
              mt="md"
              label="Reason"
              description="Printed on the credit note. Defaults to “Refund”."
              maxLength={500}
              value={reason}
              error={errors.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {isTransfer && (
            <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
              <TextInput
                label="Sent on"
                type="date"
                required
                max={today}
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
              disabled={!isReady && !refund.isPending}
            >
              {isTransfer ? 'Record' : 'Refund'} {isSum && money(amount)}
            </Button>
          </Group>
        </form>
      </Modal>
    </>
  );
}
