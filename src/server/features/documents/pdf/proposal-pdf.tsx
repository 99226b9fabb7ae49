import { Document, Text, View } from '@react-pdf/renderer';
import { useContext } from 'react';

import { dateInWords } from '~/contract/common/dates';
import { defaultSelection } from '~/contract/documents/choices';
import { dueUnlessNamed } from '~/contract/documents/documents';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import {
  Footer,
  formatAmount,
  Head,
  Items,
  Party,
  Section,
  Sheet,
  Sums,
  sellerLines,
  Title,
} from './parts';
import { Prose } from './prose';
import { styles, ToneContext } from './theme';

/** Who accepted what, when and from where. */
export interface AcceptanceRecord {
  name: string;
  acceptedAt: string;
  ip: string;
  userAgent: string;
  /** The email of the signed-in account; empty without one. */
  signedInAs: string;
  contentHash: string;
  version: number;
  optionalItems: number[];
}

type ProposalPdf = Omit<ShownProposal, 'introHtml' | 'termsHtml'>;

/** A version of a proposal; the accepted one with its record. */
export function proposalPdf(proposal: ProposalPdf, acceptance: AcceptanceRecord | undefined) {
  const counted = acceptance?.optionalItems ?? defaultSelection(proposal.items);
  const isCounted = (index: number) => counted.includes(index);
  return (
    <Document
      title={`Proposal ${proposal.number}: ${proposal.title}`}
      author={proposal.seller.name}
      creator={proposal.seller.name}
      language="en"
    >
      <Sheet>
        <Head seller={proposal.seller} about={`Proposal ${proposal.number}`} />
        <View style={styles.body}>
          <Title>{proposal.title}</Title>
          <View style={styles.parties}>
            <Party label="From" lines={sellerLines(proposal.seller)} />
            <Party
              label="For"
              lines={[proposal.client.company, proposal.client.name, proposal.client.email]}
            />
            <Party
              label="Proposal"
              lines={[
                proposal.number,
                `Version ${proposal.version}`,
                `Valid until ${dateInWords(proposal.validUntil)}`,
              ]}
            />
          </View>
          {proposal.intro ? <Prose text={proposal.intro} /> : null}
          <View style={styles.section}>
            <Items
              currency={proposal.currency}
              items={proposal.items.map((item, index) => ({
                ...item,
                mark: markOf(item, isCounted(index), acceptance !== undefined),
              }))}
            />
            <Sums
              totals={proposal.totals}
              currency={proposal.currency}
              {...(proposal.discount &&
                'percent' in proposal.discount && {
                  discountLabel: `Discount, ${proposal.discount.percent}%`,
                })}
            />
          </View>
          <Section title="Payments">
            {proposal.schedule.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts are told apart by their place alone
              <View key={index} style={styles.row} wrap={false}>
                <Text style={styles.description}>{part.label}</Text>
                <Text style={styles.quiet}>{dueUnlessNamed(part.label, dueInWords(part.due))}</Text>
                <Text style={styles.rate}>{part.percent}%</Text>
                <Text style={styles.amount}>{formatAmount(part.amount, proposal.currency)}</Text>
              </View>
            ))}
          </Section>
          {proposal.terms ? (
            <Section title="Terms">
              <Prose text={proposal.terms} />
            </Section>
          ) : null}
          {acceptance ? <Acceptance record={acceptance} /> : null}
        </View>
        <Footer seller={proposal.seller} />
      </Sheet>
    </Document>
  );
}

/** What an optional item is, and whether the total counts it. */
function markOf(
  { optional, choice }: ProposalPdf['items'][number],
  isCounted: boolean,
  isAccepted: boolean,
): string | undefined {
  if (!optional) return undefined;
  const chosen = isCounted ? 'chosen' : 'not chosen';
  if (isAccepted) return choice ? `one of: ${choice}; ${chosen}` : chosen;
  const offered = choice ? `choose one of: ${choice}` : 'optional';
  return isCounted ? `${offered}; in the total` : offered;
}

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

type Due = ShownProposal['schedule'][number]['due'];

function dueInWords(due: Due): string {
  if (due === 'on_acceptance') return 'On acceptance';
  if (due === 'on_completion') return 'On completion';
  return 'days' in due ? `${due.days} days after acceptance` : dateInWords(due.date);
}

function Acceptance({ record }: { record: AcceptanceRecord }) {
  const fact = (label: string, value: string) => (
    <View style={{ flexDirection: 'row', gap: 10 }}>
      <Text style={{ ...styles.quiet, width: 90 }}>{label}</Text>
      <Text style={styles.description}>{value}</Text>
    </View>
  );
  const { paper } = useContext(ToneContext);
  return (
    <View style={{ ...styles.record, backgroundColor: paper }} wrap={false}>
      <Text style={styles.heading}>Accepted by {record.name}</Text>
      {fact('Time', `${time.format(new Date(record.acceptedAt))} UTC`)}
      {fact('Address', record.ip)}
      {fact('Browser', record.userAgent)}
      {record.signedInAs ? fact('Signed in as', record.signedInAs) : null}
      {fact('SHA-256', record.contentHash)}
    </View>
  );
}
