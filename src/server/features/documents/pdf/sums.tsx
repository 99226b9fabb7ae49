import { Text, View } from '@react-pdf/renderer';

import { formatAmount, formatUnitPrice } from '~/contract/common/currencies';
import { discountLabel } from '~/contract/documents/discount-label';
import type { Discount, Totals } from '~/contract/documents/money';
import type { TaxCategory } from '~/contract/documents/tax-categories';
import { itemTaxLabel, taxLabel, taxWordOf } from '~/contract/documents/tax-words';
import { breakLongWord } from './long-words';
import { styles } from './theme';

type Style = (typeof styles)[keyof typeof styles];

export interface PdfItem {
  description: string;
  detail?: string | undefined;
  quantity: string;
  unit?: string | undefined;
  unitPrice: string;
  taxRate: string;
  taxCategory: TaxCategory;
  amount: string;
  /** Text after the description, such as 'optional'. */
  mark?: string | undefined;
  /** Reason why the totals exclude the item. `refused` also hides its amount. */
  uncounted?: 'offered' | 'refused' | undefined;
}

/** Maximum number of characters in the column of quantities and units. */
const narrowWord = 10;

/** Table header, repeated on every page. */
export function TableHead(props: { columns: readonly (readonly [string, Style])[] }) {
  return (
    <View tag="TR" style={styles.tableHead} fixed>
      {props.columns.map(([name, style]) => (
        <Text key={name} tag="TH" scope="Column" style={style}>
          {name}
        </Text>
      ))}
    </View>
  );
}

/** Lists items. Amounts in regular weight add up to the subtotal. */
export function Items({
  items,
  currency,
  country,
}: {
  items: readonly PdfItem[];
  currency: string;
  /** Country of the seller. */
  country: string;
}) {
  return (
    <View tag="Table">
      <TableHead
        columns={[
          ['Description', styles.description],
          ['Quantity', styles.quantity],
          ['Unit price', styles.price],
          [taxWordOf(country), styles.rate],
          ['Amount', styles.amount],
        ]}
      />
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items do not move
        <View key={index} tag="TR" style={styles.row} wrap={false}>
          <View tag="TD" style={styles.description}>
            <Text style={item.uncounted ? styles.quiet : styles.bold}>
              {item.description}
              {item.mark ? ` (${item.mark})` : ''}
            </Text>
            {item.detail ? <Text style={styles.quiet}>{item.detail}</Text> : null}
          </View>
          <Text
            tag="TD"
            style={toneOf(item, styles.quantity)}
            hyphenationCallback={(word) => breakLongWord(word, narrowWord)}
          >
            {[item.quantity.replace('-', '−'), item.unit].filter(Boolean).join(' ')}
          </Text>
          <Text tag="TD" style={toneOf(item, styles.price)}>
            {formatUnitPrice(item.unitPrice, currency)}
          </Text>
          <Text tag="TD" style={toneOf(item, styles.rate)}>
            {itemTaxLabel(item, country)}
          </Text>
          <Text tag="TD" style={toneOf(item, styles.amount)}>
            {item.uncounted === 'refused' ? '–' : formatAmount(item.amount, currency)}
          </Text>
        </View>
      ))}
    </View>
  );
}

const toneOf = ({ uncounted }: PdfItem, style: Style): Style =>
  uncounted ? { ...style, ...styles.quiet } : style;

export function Sums(props: {
  totals: Totals;
  currency: string;
  /** Country of the seller. */
  country: string;
  /** Reasons why some tax categories have no tax, shown below their totals. */
  taxNotes?: readonly { category: TaxCategory; text: string }[];
  totalLabel?: string;
  discount?: Discount | null | undefined;
  /** Received and credited amounts, and the outstanding amount; omitted if nothing was received or credited. */
  balance?: { paid: string; credited: string; remaining: string; overpaid: string } | undefined;
}) {
  const {
    totals,
    currency,
    country,
    taxNotes = [],
    totalLabel = 'Total',
    discount,
    balance,
  } = props;
  const row = (label: string, amount: string, note?: string) => (
    <View key={label} tag="TR" style={styles.sum}>
      <View tag="TH" scope="Row" style={styles.grow}>
        <Text style={styles.quiet}>{label}</Text>
        {note ? <Text style={styles.taxNote}>{note}</Text> : null}
      </View>
      <Text tag="TD">{formatAmount(amount, currency)}</Text>
    </View>
  );
  return (
    <View tag="Table" style={styles.sums} wrap={false}>
      {row('Subtotal', totals.subtotal)}
      {Number(totals.discountTotal) > 0 && row(discountLabel(discount), `-${totals.discountTotal}`)}
      {totals.taxes.map(({ category, rate, base, amount }) => {
        const note = taxNotes.find((one) => one.category === category)?.text;
        const on = formatAmount(base, currency);
        return row(
          taxLabel({ category, rate }, on, country) || `${taxWordOf(country)} ${rate}% of ${on}`,
          amount,
          note,
        );
      })}
      <View tag="TR" style={styles.total}>
        <Text tag="TH" scope="Row">
          {totalLabel}
        </Text>
        <Text tag="TD">{formatAmount(totals.total, currency)}</Text>
      </View>
      {balance && Number(balance.paid) > 0 && row('Paid', `-${balance.paid}`)}
      {balance && Number(balance.credited) > 0 && row('Credited', `-${balance.credited}`)}
      {balance && (
        <View tag="TR" style={styles.total}>
          <Text tag="TH" scope="Row">
            Balance due
          </Text>
          <Text tag="TD">{formatAmount(balance.remaining, currency)}</Text>
        </View>
      )}
      {balance && Number(balance.overpaid) > 0 && row('Overpaid', balance.overpaid)}
    </View>
  );
}
