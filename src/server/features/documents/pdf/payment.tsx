import { Link, Path, Svg, Text, View } from '@react-pdf/renderer';
import { generate } from 'lean-qr';
import { useContext } from 'react';

import { dateInWords, daysBetween } from '~/contract/common/dates';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { formatAmount, Section } from './parts';
import { styles, ToneContext } from './theme';

/** In points. */
const codeSide = 76;

function QrCode({ text }: { text: string }) {
  const code = generate(text);
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  }
  return (
    <Svg viewBox={`0 0 ${code.size} ${code.size}`} style={{ width: codeSide, height: codeSide }}>
      <Path d={path} fill="#000000" />
    </Svg>
  );
}

const inFours = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');

export interface PaymentPdf {
  isOpen: boolean;
  /** Decimals. */
  paid: string;
  credited: string;
  remaining: string;
  /** Null without an account, or where nothing is left to be paid. */
  bank: ClientInvoice['bank'];
  /** The private link; null where it was revoked. */
  url: string | null;
  takesCards: boolean;
}

/** How the invoice is paid; what was received, and what is left of it. */
export function Payment(props: {
  payment: PaymentPdf;
  currency: string;
  issueDate: string;
  dueDate: string;
}) {
  const { rust } = useContext(ToneContext);
  const { payment, currency, dueDate, issueDate } = props;
  const { bank, credited, isOpen, paid, remaining, takesCards, url } = payment;
  const money = (amount: string) => formatAmount(amount, currency);
  const soFar = [
    Number(paid) > 0 ? `${money(paid)} was received.` : '',
    Number(credited) > 0 ? `${money(credited)} was credited.` : '',
  ];
  if (!isOpen) {
    return (
      <Section title="Payment">
        <Text>
          {[...soFar, 'Nothing is left to be paid. Thank you.'].filter(Boolean).join(' ')}
        </Text>
      </Section>
    );
  }
  const days = daysBetween(issueDate, dueDate);
  const term = days > 0 ? `, ${days} ${days === 1 ? 'day' : 'days'} after it was issued` : '';
  const facts = bank
    ? [
        ['Account holder', bank.holder],
        ['IBAN', inFours(bank.iban)],
        ['BIC', bank.bic],
        ['Reference', bank.reference],
        ['Amount', money(remaining)],
      ].filter(([, value]) => value)
    : [];
  return (
    <View wrap={false}>
      <Section title="How to pay">
        <Text style={styles.paragraph}>
          {[...soFar, `${money(remaining)} is to be paid by ${dateInWords(dueDate)}${term}.`]
            .filter(Boolean)
            .join(' ')}
        </Text>
        <View style={styles.ways}>
          {bank && (
            <View style={styles.way}>
              <View style={styles.grow}>
                <Text style={{ ...styles.label, color: rust }}>By transfer</Text>
                {facts.map(([label, value]) => (
                  <View key={label} style={styles.fact}>
                    <Text style={styles.factName}>{label}</Text>
                    <Text style={styles.grow}>{value}</Text>
                  </View>
                ))}
              </View>
              {bank.epc && (
                <View style={styles.code}>
                  <QrCode text={bank.epc} />
                  <Text style={styles.caption}>Scan it with your banking app</Text>
                </View>
              )}
            </View>
          )}
          {url && (
            <View style={styles.code}>
              <QrCode text={url} />
              <Link src={url} style={{ ...styles.caption, color: rust }}>
                {takesCards ? 'Pay online by card' : 'See this invoice online'}
              </Link>
            </View>
          )}
        </View>
      </Section>
    </View>
  );
}
