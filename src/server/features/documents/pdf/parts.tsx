import { Image, Page, Text, View } from '@react-pdf/renderer';
import { type ReactNode, useContext } from 'react';

import { countryName } from '~/contract/common/country-names';
import type { Buyer, FrozenSeller } from '~/contract/documents/documents-schema';
import type { Totals } from '~/contract/documents/money';
import { type TaxCategory, taxNumbersOf } from '~/contract/documents/tax';
import { itemTaxLabel, taxLabel } from '~/contract/documents/tax-words';
import { breakLongWord } from './long-words';
import { familiesOf, styles, ToneContext } from './theme';

export interface PdfItem {
  description: string;
  detail?: string | undefined;
  quantity: string;
  unit?: string | undefined;
  unitPrice: string;
  taxRate: string;
  taxCategory: TaxCategory;
  amount: string;
  /** A mark behind the description, such as 'optional'. */
  mark?: string | undefined;
}

/** Letters that stand in the column of quantities, which has the units in it. */
const narrowWord = 10;

const formats = new Map<string, Intl.NumberFormat>();

/** Always with the currency's decimals, so that amounts stand below each other. */
export function formatAmount(decimal: string, currency: string): string {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, format);
  return format.format(Number(decimal));
}

/** A page, and as many more as it fills. */
export function Sheet({ children }: { children: ReactNode }) {
  const { typeface } = useContext(ToneContext);
  return (
    <Page size="A4" style={{ ...styles.page, fontFamily: familiesOf(typeface).text }}>
      {children}
    </Page>
  );
}

export function Title({ children }: { children: ReactNode }) {
  const { typeface } = useContext(ToneContext);
  return (
    <Text style={{ ...styles.title, fontFamily: familiesOf(typeface).display }}>{children}</Text>
  );
}

/** Repeated on every page. */
export function Head({ seller, about }: { seller: FrozenSeller; about: string }) {
  const { logo, typeface } = useContext(ToneContext);
  return (
    <View style={styles.head} fixed>
      {logo ? (
        <Image src={logo.src} style={{ width: logo.width, height: logo.height }} />
      ) : (
        <Text style={{ ...styles.brand, fontFamily: familiesOf(typeface).display }}>
          {seller.name}
        </Text>
      )}
      <Text style={styles.quiet}>{about}</Text>
    </View>
  );
}

export function Footer({ seller }: { seller: FrozenSeller }) {
  const facts = [seller.name, seller.email, seller.phone, ...taxNumbersOf(seller)].filter(Boolean);
  return (
    <>
      <Text style={styles.footer} fixed>
        {facts.join('  ·  ')}
      </Text>
      <Text
        style={styles.pageNumber}
        fixed
        render={({ pageNumber, totalPages }) => `${pageNumber} of ${totalPages}`}
      />
    </>
  );
}

export function Party({ label, lines }: { label: string; lines: (string | undefined)[] }) {
  const { rust } = useContext(ToneContext);
  return (
    <View style={styles.party}>
      <Text style={{ ...styles.label, color: rust }}>{label}</Text>
      {lines
        .flatMap((line) => line?.split('\n') ?? [])
        .filter(Boolean)
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines do not move
          <Text key={index} style={index === 0 ? styles.bold : {}}>
            {line}
          </Text>
        ))}
    </View>
  );
}

const placeOf = (place: { postcode?: string | undefined; city?: string | undefined }) =>
  [place.postcode, place.city].filter(Boolean).join(' ');

/** A long address goes on at its sign: a hyphen, as of a broken word, would be read as a part of it. */
const inColumn = (email: string) => (email.length > 26 ? email.replace('@', '\n@') : email);

export const sellerLines = (seller: FrozenSeller) => [
  seller.name,
  ...seller.address,
  placeOf(seller),
  countryName(seller.country),
  ...taxNumbersOf(seller),
];

export const buyerLines = (buyer: Buyer) => [
  buyer.company || buyer.name,
  buyer.company ? buyer.name : undefined,
  buyer.address,
  placeOf(buyer),
  countryName(buyer.country ?? ''),
  ...taxNumbersOf(buyer),
  inColumn(buyer.email),
];

/** The head of the table stands on every page that the items reach. */
export function Items({ items, currency }: { items: readonly PdfItem[]; currency: string }) {
  return (
    <View>
      <View style={styles.tableHead} fixed>
        <Text style={styles.description}>Description</Text>
        <Text style={styles.quantity}>Quantity</Text>
        <Text style={styles.price}>Unit price</Text>
        <Text style={styles.rate}>Tax</Text>
        <Text style={styles.amount}>Amount</Text>
      </View>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items do not move
        <View key={index} style={styles.row} wrap={false}>
          <View style={styles.description}>
            <Text style={styles.bold}>
              {item.description}
              {item.mark ? ` (${item.mark})` : ''}
            </Text>
            {item.detail ? <Text style={styles.quiet}>{item.detail}</Text> : null}
          </View>
          <Text
            style={styles.quantity}
            hyphenationCallback={(word) => breakLongWord(word, narrowWord)}
          >
            {[item.quantity, item.unit].filter(Boolean).join(' ')}
          </Text>
          <Text style={styles.price}>{formatAmount(item.unitPrice, currency)}</Text>
          <Text style={styles.rate}>{itemTaxLabel(item)}</Text>
          <Text style={styles.amount}>{formatAmount(item.amount, currency)}</Text>
        </View>
      ))}
    </View>
  );
}

export function Sums(props: {
  totals: Totals;
  currency: string;
  /** Why categories have no tax: each stands below the sum of its category. */
  taxNotes?: readonly { category: TaxCategory; text: string }[];
  totalLabel?: string;
  discountLabel?: string;
}) {
  const {
    totals,
    currency,
    taxNotes = [],
    totalLabel = 'Total',
    discountLabel = 'Discount',
  } = props;
  const row = (label: string, amount: string) => (
    <View key={label} style={styles.sum}>
      <Text style={styles.quiet}>{label}</Text>
      <Text>{formatAmount(amount, currency)}</Text>
    </View>
  );
  return (
    <View style={styles.sums} wrap={false}>
      {row('Subtotal', totals.subtotal)}
      {Number(totals.discountTotal) > 0 && row(discountLabel, `-${totals.discountTotal}`)}
      {totals.taxes.map(({ category, rate, base, amount }) => {
        const note = taxNotes.find((one) => one.category === category)?.text;
        const on = formatAmount(base, currency);
        const label = taxLabel({ category, rate }, on) || `Tax ${rate}% of ${on}`;
        return (
          <View key={`${rate} ${category}`}>
            {row(label, amount)}
            {note ? <Text style={styles.taxNote}>{note}</Text> : null}
          </View>
        );
      })}
      <View style={styles.total}>
        <Text>{totalLabel}</Text>
        <Text>{formatAmount(totals.total, currency)}</Text>
      </View>
    </View>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <View style={styles.section}>
      <Text style={styles.heading} minPresenceAhead={60}>
        {title}
      </Text>
      {children}
    </View>
  );
}
