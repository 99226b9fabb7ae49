import { Link, Path, Svg, Text, View } from '@react-pdf/renderer';
import { generate } from 'lean-qr';
import { useContext } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { daysBetween } from '~/contract/common/dates';
import type { PaidBy } from '~/contract/documents/documents-schema';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { Facts, Section } from './parts';
import { styles, ToneContext } from './theme';

/** Side length of the QR code in points. */
const codeSide = 76;

function QrCode({ text, alt }: { text: string; alt: string }) {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return (
    <Svg
      alt={alt}
      viewBox={`0 0 ${code.size} ${code.size}`}
      style={{ width: codeSide, height: codeSide }}
    >
      <Path d={path} fill="#000000" />
    </Svg>
  );
}

const inFours = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Length in characters above which a URL is wrapped before its last path segment. */
const urlLineMax = 90;

/** Formats a URL for typing it into a browser. Wraps a long URL before its last part, without a hyphen. */
function typedAddress(url: string): string {
  const typed = url.replace(/^https?:\/\//, '');
  return typed.length > urlLineMax ? typed.replace(/\/(?=[^/]*$)/, '/\n') : typed;
}

/** Payment of a plan: its method, and decimal amounts. */
export interface PlanPaymentPdf extends PaidBy {
  charged: string;
  /** Amount taken from the client's balance; negative if added to the balance. */
  balance: string;
}

export interface PaymentPdf {
  isOpen: boolean;
  /** Decimal amount that was paid. */
  paid: string;
  credited: string;
  remaining: string;
  overpaid: string;
  /** Bank account; null if there is none, or if nothing is outstanding. */
  bank: ClientInvoice['bank'];
  /** URL of the private link; null if the link was revoked. */
  url: string | null;
  canPayOnline: boolean;
}

/** Shows payment methods, payments and the outstanding amount. */
export function Payment(props: {
  payment: PaymentPdf;
  planPayment: PlanPaymentPdf | null;
  currency: string;
  issueDate: string;
  dueDate: string;
}) {
  const { rust } = useContext(ToneContext);
  const { payment, planPayment, currency, dueDate, issueDate } = props;
  const { bank, credited, isOpen, paid, remaining, canPayOnline, url } = payment;
  const money = (amount: string) => formatAmount(amount, currency);
  const isPaid = Number(paid) > 0;
  const soFar = [
    ...(planPayment ? planPaymentInWords(planPayment, money) : []),
    isPaid && !planPayment ? `Paid: ${money(paid)}.` : '',
    Number(credited) > 0 ? `Credited: ${money(credited)}.` : '',
  ];
  if (!isOpen) {
    return (
      <Section title="Payment">
        <Text>
          {[...soFar, 'Balance due: none.', isPaid ? 'Thank you.' : ''].filter(Boolean).join(' ')}
        </Text>
      </Section>
    );
  }
  const days = daysBetween(issueDate, dueDate);
  const term = days > 0 ? `, ${days} ${days === 1 ? 'day' : 'days'} after the invoice date` : '';
  const online = canPayOnline ? 'Pay online' : 'View this invoice online';
  return (
    <View wrap={false}>
      <Section title="How to pay">
        <Text style={styles.paragraph}>
          {[...soFar, `Balance due: ${money(remaining)} by ${dateInWords(dueDate)}${term}.`]
            .filter(Boolean)
            .join(' ')}
        </Text>
        <View style={styles.ways}>
          {bank && (
            <View style={styles.way}>
              <View style={styles.grow}>
                <Text tag="H3" style={{ ...styles.label, color: rust }}>
                  By bank transfer
                </Text>
                <Facts
                  nameWidth={76}
                  facts={[
                    ['Account holder', bank.holder],
                    ['IBAN', inFours(bank.iban)],
                    ['BIC', bank.bic],
                    ...bank.details.map(({ label, value }) => [label, value] as const),
                    ['Reference', bank.reference],
                    ['Amount', money(remaining)],
                  ]}
                />
              </View>
              {bank.epc && (
                <View style={styles.code}>
                  <QrCode
                    text={bank.epc}
                    alt={`QR code for banking apps: a transfer of ${money(remaining)} with the reference ${bank.reference}`}
                  />
                  <Text style={styles.caption}>Scan it with your banking app</Text>
                </View>
              )}
            </View>
          )}
          {url && (
            <View style={styles.code}>
              <QrCode text={url} alt={`QR code of the page of this invoice: ${url}`} />
              <Text style={styles.caption}>{online}</Text>
            </View>
          )}
        </View>
        {url && (
          <Text style={styles.address} hyphenationCallback={(word) => [word]}>
            {`${online}: `}
            <Link src={url} style={{ color: rust }}>
              {typedAddress(url)}
            </Link>
          </Text>
        )}
      </Section>
    </View>
  );
}

function planPaymentInWords(
  { means, charged, digits, balance }: PlanPaymentPdf,
  money: (amount: string) => string,
): string[] {
  const ending = digits ? ` ending in ${digits}` : '';
  const how = {
    card: 'paid by the card',
    debit: 'debited from the account',
    online: 'paid online',
  }[means];
  return [
    Number(charged) > 0 ? `${money(charged)} was ${how}${ending}.` : '',
    Number(balance) > 0 ? `${money(balance)} was paid from your balance.` : '',
    Number(balance) < 0 ? `${money(balance.replace('-', ''))} was added to your balance.` : '',
  ];
}
