import { Alert, Button, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminPayment } from '~/contract/admin/admin-schema';
import { centsPerUnit, decimalsOf, formatAmount } from '~/contract/common/currencies';
import { readDecimal } from '~/contract/common/typed-decimals';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useToday } from '~/web/admin/form/today';
import { useCan } from '~/web/admin/shell/use-can';
import { success } from '~/web/admin/ui/notices';

type Refundable = Pick<
  AdminPayment,
  'id' | 'amount' | 'refunded' | 'method' | 'currency' | 'status' | 'description' | 'client_name'
> &
  // These fields are optional, because only the list of all payments and payments of plans have them.
  Partial<Pick<AdminPayment, 'inBalance' | 'invoice'>>;

/** Returns the refundable amount, in units of the currency. */
function leftOf({ amount, refunded, inBalance = '0', currency }: Refundable): number {
  const perUnit = centsPerUnit(currency);
  const centsOf = (decimal: string) => Math.round(Number(decimal) * perUnit);
  return Math.max(0, centsOf(amount) - centsOf(refunded) - centsOf(inBalance)) / perUnit;
}

interface RefundProps {
  payment: Refundable;
  /**
   * Overpaid part of the payment's invoice, as a decimal. The dialog proposes this amount, and
   * refunding it creates no credit note.
   */
  overpaid?: string;
}

/**
 * Dialog that refunds an online payment, which cannot be undone, or records that a transfer was
 * refunded.
 */
export function RefundAction({ payment, overpaid = '0' }: RefundProps) {
  const mayRefund = useCan()('payments.refund');
  const [isOpen, setOpen] = useState(false);
  const isTransfer = payment.method === 'transfer';
  // If another admin refunds the whole payment, the dialog stays open to report this.
  if (!mayRefund || payment.status !== 'completed' || (leftOf(payment) <= 0 && !isOpen)) {
    return null;
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`${isTransfer ? 'Record refund to' : 'Refund'} ${payment.client_name}, ${payment.description}`}
        onClick={() => setOpen(true)}
      >
        {isTransfer ? 'Record refund' : 'Refund'}
      </Button>
      {isOpen && (
        <RefundDialog payment={payment} overpaid={overpaid} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function RefundDialog(props: Required<RefundProps> & { onClose(): void }) {
  const { payment, overpaid, onClose } = props;
  const { admin } = useRouter().options.context.api;
  const today = useToday();
  const { id, method, currency } = payment;
  /** Amount that had been refunded when the dialog was opened. The typed amount is added to it. */
  const [refundedBefore] = useState(payment.refunded);
  const left = leftOf(payment);
  const decimals = decimalsOf(currency);
  const isTransfer = method === 'transfer';
  const source = method === 'card' ? 'card' : 'account that it came from';
  const isOverpaid = Number(overpaid) > 0;
  const isOfInvoice = payment.invoice !== null;
  const creditNote = `${payment.invoice?.clientEmail ? 'email the client' : 'issue'} a credit note`;
  const money = (decimal: string) => formatAmount(decimal, currency);
  const isOvertaken = payment.refunded !== refundedBefore;
  /** Returns the typed amount. In currencies with three decimals, the last one must be 0. */
  const amountOf = ({ typed }: { typed: string }) =>
    readDecimal(typed, decimals).replace(/(\.\d\d)0$/, '$1');
  const isSum = (amount: string) => /^\d+(\.\d+)?$/.test(amount) && Number(amount) > 0;
  const creditedOf = (amount: string) => Number(amount) - Number(overpaid);
  const isCredited = (amount: string) => isOfInvoice && (!isSum(amount) || creditedOf(amount) > 0);
  const errorIn = (amount: string) => {
    if (!isSum(amount)) return 'Please enter an amount, such as 250.00';
    return Number(amount) > left ? 'This is more than can be refunded' : undefined;
  };
  return (
    <ActionDialog
      title={isTransfer ? 'Record refund' : 'Refund a payment'}
      submitLabel={(draft) => {
        const amount = amountOf(draft);
        return `${isTransfer ? 'Record' : 'Refund'} ${isSum(amount) ? money(amount) : ''}`.trim();
      }}
      isDangerous
      isReady={(draft) => errorIn(amountOf(draft)) === undefined && !isOvertaken}
      initial={{
        typed: (isOverpaid ? Math.min(Number(overpaid), left) : left).toFixed(decimals),
        reason: '',
        date: today,
        reference: '',
      }}
      fields={({ draft, errorOf }) => {
        const amount = amountOf(draft);
        return [
          isOverpaid && (
            <Text key="overpaid" fz="sm">
              {money(overpaid)} is an overpayment, which is not credited.
              {isSum(amount) &&
                creditedOf(amount) > 0 &&
                ` The other ${money(creditedOf(amount).toFixed(decimals))} is credited.`}
            </Text>
          ),
          isOvertaken && (
            <Alert key="overtaken" color="yellow" role="alert">
              {money(payment.refunded)} of this payment has already been refunded. Please close this
              dialog, check the rest and start again if needed.
            </Alert>
          ),
          {
            name: 'typed',
            label: 'Amount',
            description: `Up to ${money(String(left))}`,
            inputMode: 'decimal',
            autoComplete: 'off',
            error: errorIn(amount) ?? errorOf('amount'),
          },
          isCredited(amount) && {
            name: 'reason',
            label: 'Reason',
            description: 'Printed on the credit note. Defaults to “Refund”.',
            maxLength: 500,
          },
          isTransfer && [
            { name: 'date', label: 'Sent on', type: 'date', required: true, max: today },
            { name: 'reference', label: 'Reference', maxLength: 200 },
          ],
        ];
      }}
      input={({ date, reference, reason, ...draft }) => {
        const amount = amountOf(draft);
        return {
          id,
          amount,
          refundedBefore,
          ...(isTransfer && { date, reference }),
          ...(isCredited(amount) && reason.trim() && { reason }),
        };
      }}
      mutation={admin.payments.refund.mutationOptions()}
      outcome={{
        done: success(isTransfer ? 'Refund recorded' : 'Payment refunded successfully'),
        failed: isTransfer ? 'Failed to record the refund' : 'Failed to refund the payment',
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        {payment.client_name} paid {money(payment.amount)} for {payment.description}
        {isTransfer
          ? ` by bank transfer. Send the money from your bank; this only records it. We ${creditNote}, except for overpayments. The credit note stays even if you reverse the refund.`
          : isOfInvoice
            ? `. The refund goes to the ${source}, and we ${creditNote}. This can’t be undone.`
            : `. The refund goes to the ${source}. This can’t be undone.`}
        {method === 'debit' &&
          ' The client’s bank can still reverse the debit for weeks. If it does, the refund is lost.'}
        {Number(payment.inBalance) > 0 &&
          ` A plan change added ${money(payment.inBalance ?? '0')} of it to the client’s Stripe balance, which is not refunded.`}
      </Text>
    </ActionDialog>
  );
}
