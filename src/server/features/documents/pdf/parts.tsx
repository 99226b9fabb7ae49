import { Document, Image, Page, Text, View } from '@react-pdf/renderer';
import { type ReactNode, useContext } from 'react';

import { placeLines } from '~/contract/common/addresses';
import { countryName } from '~/contract/common/country-names';
import type { Buyer, FrozenSeller } from '~/contract/documents/documents-schema';
import { taxNumbersOf } from '~/contract/documents/tax-numbers';
import { styles, ToneContext, useFamilies } from './theme';

/** Lays out a document of a seller. `finishPdf` adds the metadata. */
export function Sheets(props: { title: string; seller: FrozenSeller; children: ReactNode }) {
  const { name } = props.seller;
  return (
    <Document
      title={props.title}
      author={name}
      creator={name}
      language="en"
      conformance="PDF/A-3b"
      tagged
    >
      {props.children}
    </Document>
  );
}

/** Lays out a page, and continues on further pages if necessary. */
export function Sheet({ children }: { children: ReactNode }) {
  const { text } = useFamilies();
  return (
    <Page size="A4" style={{ ...styles.page, fontFamily: text }}>
      {children}
    </Page>
  );
}

export function Title({ children }: { children: ReactNode }) {
  const { display } = useFamilies();
  return (
    <Text tag="H1" style={{ ...styles.title, fontFamily: display }}>
      {children}
    </Text>
  );
}

/** Page header, repeated on every page. */
export function Head({ seller, about }: { seller: FrozenSeller; about: string }) {
  const { logo } = useContext(ToneContext);
  const { display } = useFamilies();
  return (
    <View style={styles.head} fixed>
      {logo ? (
        <Image
          src={logo.src}
          alt={seller.name}
          style={{ width: logo.width, height: logo.height }}
        />
      ) : (
        <Text style={{ ...styles.brand, fontFamily: display }}>{seller.name}</Text>
      )}
      <Text tag="Artifact" style={styles.quiet}>
        {about}
      </Text>
    </View>
  );
}

export function Footer({ seller }: { seller: FrozenSeller }) {
  const facts = [seller.name, seller.email, seller.phone, ...taxNumbersOf(seller)].filter(Boolean);
  return (
    <>
      <Text tag="Artifact" style={styles.footer} fixed>
        {facts.join('  ·  ')}
      </Text>
      <Text
        tag="Artifact"
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
      <Text tag="H2" style={{ ...styles.label, color: rust }}>
        {label}
      </Text>
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

/** Breaks a long email address before the @. A hyphen would be read as a part of the address. */
const inColumn = (email: string) => (email.length > 26 ? email.replace('@', '\n@') : email);

export const sellerLines = (seller: FrozenSeller) => [
  seller.name,
  ...seller.address,
  ...placeLines(seller),
  countryName(seller.country),
  ...taxNumbersOf(seller),
];

export const buyerLines = (buyer: Buyer) => [
  buyer.company || buyer.name,
  buyer.company ? buyer.name : undefined,
  buyer.address,
  ...placeLines(buyer),
  countryName(buyer.country ?? ''),
  ...taxNumbersOf(buyer),
  inColumn(buyer.email),
];

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <View style={styles.section}>
      <Text tag="H2" style={styles.heading} minPresenceAhead={60}>
        {title}
      </Text>
      {children}
    </View>
  );
}

/** Shows a list of names and values. Omits names without a value. */
export function Facts(props: { facts: readonly (readonly [string, string])[]; nameWidth: number }) {
  return (
    <View tag="Table">
      {props.facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <View key={name} tag="TR" style={styles.fact}>
            <Text tag="TH" scope="Row" style={{ ...styles.quiet, width: props.nameWidth }}>
              {name}
            </Text>
            <Text tag="TD" style={styles.grow}>
              {value}
            </Text>
          </View>
        ))}
    </View>
  );
}
