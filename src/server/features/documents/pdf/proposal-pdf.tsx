import { Text, View } from '@react-pdf/renderer';
import { useContext } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { defaultSelection } from '~/contract/documents/choices';
import { dueUnlessNamed } from '~/contract/documents/documents';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import { Facts, Footer, Head, Party, Section, Sheet, Sheets, sellerLines, Title } from './parts';
import { Prose } from './prose';
import { Items, Sums, TableHead } from './sums';
import { styles, ToneContext } from './theme';

/** Record of acceptance: who accepted what, when and from where. */
export interface AcceptanceRecord {
  name: string;
  acceptedAt: string;
  ip: string;
  userAgent: string;
  /** Email of the signed-in account; empty if nobody was signed in. */
  signedInAs: string;
  contentHash: string;
  version: number;
  optionalItems: number[];
}

type ProposalPdf = Omit<ShownProposal, 'introHtml' | 'termsHtml'>;

/** Lays out a version of a proposal. The accepted version includes the record of acceptance. */
export function proposalPdf(proposal: ProposalPdf, acceptance: AcceptanceRecord | undefined) {
  const counted = acceptance?.optionalItems ?? defaultSelection(proposal.items);
  const isCounted = (index: number) => counted.includes(index);
  return (
    <Sheets title={`Proposal ${proposal.number}: ${proposal.title}`} seller={proposal.seller}>
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
          {proposal.intro ? <Prose text={proposal.intro} level="H2" /> : null}
          <View style={styles.section}>
            <Items
              currency={proposal.currency}
              country={proposal.seller.country}
              items={proposal.items.map((item, index) => ({
                ...item,
                mark: markOf(item, isCounted(index), acceptance !== undefined),
                uncounted: uncountedOf(item, isCounted(index), acceptance !== undefined),
              }))}
            />
            <Sums
              totals={proposal.totals}
              currency={proposal.currency}
              country={proposal.seller.country}
              discount={proposal.discount}
            />
          </View>
          {/* Keeps payments and acceptance on one page, which has space for twelve payments, so that the record of
              acceptance is never alone on its page. */}
          <View wrap={false}>
            <Payments proposal={proposal} />
            {acceptance ? <Acceptance record={acceptance} /> : null}
          </View>
          {proposal.terms ? (
            <Section title="Terms">
              <Prose text={proposal.terms} level="H3" />
            </Section>
          ) : null}
        </View>
        <Footer seller={proposal.seller} />
      </Sheet>
    </Sheets>
  );
}

function Payments({ proposal }: { proposal: ProposalPdf }) {
  return (
    <Section title="Payment schedule">
      <View tag="Table">
        <TableHead
          columns={[
            ['Payment', styles.description],
            ['Due', styles.due],
            ['Share', styles.rate],
            ['Amount', styles.amount],
          ]}
        />
        {proposal.schedule.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
          <View key={index} tag="TR" style={styles.row} wrap={false}>
            <Text tag="TD" style={styles.description}>
              {part.label}
            </Text>
            <Text tag="TD" style={styles.due}>
              {dueUnlessNamed(part.label, dueInWords(part.due))}
            </Text>
            <Text tag="TD" style={styles.rate}>
              {part.percent}%
            </Text>
            <Text tag="TD" style={styles.amount}>
              {formatAmount(part.amount, proposal.currency)}
            </Text>
          </View>
        ))}
      </View>
    </Section>
  );
}

/**
 * Returns why the total excludes an optional item: the client did not choose it (its amount is
 * hidden), or has not decided yet. Undefined if the total includes the item.
 */
function uncountedOf(
  { optional }: ProposalPdf['items'][number],
  isCounted: boolean,
  isAccepted: boolean,
): 'offered' | 'refused' | undefined {
  if (!optional || isCounted) return undefined;
  return isAccepted ? 'refused' : 'offered';
}

/**
 * Returns the label of an optional item, which says whether the total includes the item; undefined
 * for other items.
 */
function markOf(
  { optional, choice }: ProposalPdf['items'][number],
  isCounted: boolean,
  isAccepted: boolean,
): string | undefined {
  if (!optional) return undefined;
  const chosen = isCounted ? 'selected' : 'not selected';
  if (isAccepted) return choice ? `option of ${choice}; ${chosen}` : chosen;
  const offered = choice ? `option of ${choice}` : 'optional';
  return isCounted ? `${offered}; included in the total` : offered;
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
  const { paper } = useContext(ToneContext);
  return (
    <View style={{ ...styles.record, backgroundColor: paper }} wrap={false}>
      <Text tag="H2" style={styles.heading}>
        Accepted by {record.name}
      </Text>
      <Facts
        nameWidth={90}
        facts={[
          ['Time', `${time.format(new Date(record.acceptedAt))} UTC`],
          ['IP address', record.ip],
          ['Browser', record.userAgent],
          ['Signed in as', record.signedInAs],
          ['SHA-256', record.contentHash],
        ]}
      />
    </View>
  );
}
