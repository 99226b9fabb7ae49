import { Group, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import { shownPaymentStatus } from '~/contract/billing/payment-filters';
import { formatAmount } from '~/contract/common/currencies';
import { paymentMethodInWords } from '~/contract/invoices/invoices';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { RefundAction } from '~/web/admin/documents/refund-action';
import { useCan } from '~/web/admin/shell/use-can';
import { ConfirmButton } from '~/web/admin/ui/confirm-button';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';

type Payment = AdminInvoice['payments'][number];
type Refund = AdminInvoice['refunds'][number];

/** Payments and credit notes of an invoice. */
export function InvoicePayments(props: { invoice: AdminInvoice; mayChange: boolean }) {
  const { id, number, clientEmail, client_name, payments, refunds, creditNotes } = props.invoice;
  const { currency, overpaid } = props.invoice;
  const isEmailed = clientEmail !== '';
  const mayRefund = useCan()('payments.refund');
  const money = (decimal: string) => formatAmount(decimal, currency);
  if (payments.length === 0 && creditNotes.length === 0) return null;
  return (
    <div>
      <Title order={2} mb="sm">
        Payments and credit notes
      </Title>
      <Stack component="ul" gap="sm">
        {payments.map((payment) => (
          <Group component="li" key={payment.id} justify="space-between" gap="sm">
            <div>
              <Text td={payment.isReversed ? 'line-through' : undefined}>
                {money(payment.amount)} by {paymentMethodInWords(payment)}
              </Text>
              <Text c="dimmed" fz="sm">
                {payment.date && <When at={payment.date} isDate />}
                {[payment.reference, payment.failure]
                  .filter(Boolean)
                  .map((words, at) => (at > 0 || payment.date ? `, ${words}` : words))}
              </Text>
              {refunds
                .filter(({ paymentId }) => paymentId === payment.id)
                .map((refund) => (
                  <Group key={refund.id} gap="xs">
                    <Text c="dimmed" fz="sm">
                      {money(refund.amount)} refunded, <When at={refund.date} isDate />
                      {refund.reference && `, ${refund.reference}`}
                    </Text>
                    {mayRefund && payment.method === 'transfer' && !payment.isReversed && (
                      <ReverseRefund {...{ id, refund, isEmailed, money }} />
                    )}
                  </Group>
                ))}
            </div>
            <Group gap="xs">
              <StatusBadge status={shownPaymentStatus(payment)} />
              {props.mayChange && mayBeReversed(payment) && (
                <Reverse {...{ id, payment, isEmailed, money }} />
              )}
              <RefundAction
                payment={{
                  ...payment,
                  currency,
                  client_name,
                  invoice: { id, number: number ?? '', clientEmail },
                  description: `invoice ${number}`,
                }}
                overpaid={overpaid}
              />
            </Group>
          </Group>
        ))}
        {creditNotes.map((note) => (
          <Group component="li" key={`note ${note.id}`} justify="space-between" gap="sm">
            <div>
              <Text>
                <Link
                  to="/admin"
                  search={{ section: 'invoices', tab: 'credit-notes', open: note.id }}
                >
                  Credit note {note.number}
                </Link>
                , {money(note.total)}
              </Text>
              <Text c="dimmed" fz="sm">
                <When at={note.issueDate} isDate />, {note.reason}
              </Text>
            </div>
          </Group>
        ))}
      </Stack>
    </div>
  );
}

/** Only transfers are reversed. Payments at Stripe are refunded instead. */
const mayBeReversed = ({ method, status, isReversed, refunded }: Payment) =>
  method === 'transfer' && status === 'completed' && !isReversed && Number(refunded) === 0;

function Reverse(props: {
  id: number;
  payment: Payment;
  isEmailed: boolean;
  money(decimal: string): string;
}) {
  const { id, payment, isEmailed, money } = props;
  const { api } = useRouter().options.context;
  const reverse = useMutation(
    api.admin.invoices.reverseTransfer.mutationOptions(
      outcome({
        done: success('Transfer reversed'),
        failed: 'Failed to reverse the transfer',
      }),
    ),
  );
  return (
    <ConfirmButton
      label="Reverse"
      name={`Reverse the transfer of ${money(payment.amount)}`}
      confirm={isEmailed ? 'Reverse and email the client' : 'Reverse the payment'}
      isPending={reverse.isPending}
      onConfirm={() => reverse.mutate({ id, paymentId: payment.id })}
    />
  );
}

function ReverseRefund(props: {
  id: number;
  refund: Refund;
  isEmailed: boolean;
  money(decimal: string): string;
}) {
  const { id, refund, isEmailed, money } = props;
  const { api } = useRouter().options.context;
  const reverse = useMutation(
    api.admin.invoices.reverseRepayment.mutationOptions(
      outcome({
        done: success('Refund reversed'),
        failed: 'Failed to reverse the refund',
      }),
    ),
  );
  return (
    <ConfirmButton
      label="Reverse"
      name={`Reverse the refund of ${money(refund.amount)}`}
      confirm={isEmailed ? 'Reverse and email the client' : 'Reverse the refund'}
      note="The credit note stays, so the client does not owe the credited amount. Invoice it again if needed."
      size="compact-xs"
      isPending={reverse.isPending}
      onConfirm={() => reverse.mutate({ id, refundId: refund.id })}
    />
  );
}
