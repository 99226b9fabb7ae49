import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';

import { type Client, isProposalOf } from '~/server/features/companies/ownership';
import { idsWithMerged, standingFor } from '~/server/features/leads/quotes/merged';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { messages } from '~/server/platform/db/schema/workspace';

type Reader = Pick<Database, 'select'>;

/** The columns of a message that name its record. */
const subjectKeys = ['requestId', 'quoteId', 'contactMessageId', 'proposalId'] as const;
export type SubjectKey = (typeof subjectKeys)[number];

/** The records whose messages one conversation shows. Each message stays with the record about which it was written. */
export type Subjects = Partial<Record<SubjectKey, number[]>>;

/** The condition of messages about any of these. */
export function isAbout(subjects: Subjects): SQL {
  const conditions = subjectKeys.flatMap((key) => {
    const ids = subjects[key] ?? [];
    return ids.length > 0 ? [inArray(messages[key], ids)] : [];
  });
  return or(...conditions) ?? sql`false`;
}

const isOf = (column: typeof proposals.clientEmail | typeof contactMessages.email, email: string) =>
  eq(sql`lower(${column})`, email.toLowerCase());

/** Limits of what a reader outside the agency sees of a conversation. */
export interface LimitedReader {
  /** They read the leads of this address. */
  email: string;
  /** They read what was written about these proposals. */
  isVisibleProposal: SQL | undefined;
}

/** Limits of a signed-in client, whoever the client of the record is. */
export const clientReader = (client: Client): LimitedReader => ({
  email: client.email,
  isVisibleProposal: isProposalOf(client),
});

/** Limits of the holder of a private link that was sent to an address. */
export const holderWith = (email: string): LimitedReader => ({
  email,
  isVisibleProposal: isOf(proposals.clientEmail, email),
});

/** A lead, what was merged into it, and the proposals that answer it. */
async function subjectsOfLead(
  db: Reader,
  lead: { quoteId: number | null; messageId: number | null },
  reader?: LimitedReader,
): Promise<Subjects> {
  const email = reader?.email;
  if (lead.quoteId !== null) {
    const [kept] = await db
      .select({ id: quotes.id, email: quotes.email })
      .from(quotes)
      .where(eq(quotes.id, standingFor(lead.quoteId)));
    if (!kept) return {};
    const merged = await idsWithMerged(db, kept.id, email === undefined ? {} : { email });
    const isTheirs = email === undefined || kept.email.toLowerCase() === email.toLowerCase();
    const ids = isTheirs ? merged : merged.filter((id) => id !== kept.id);
    return { quoteId: ids, proposalId: await answering(inArray(proposals.quoteId, ids)) };
  }
  if (lead.messageId !== null) {
    const [message] = await db
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(
        and(
          eq(contactMessages.id, lead.messageId),
          email === undefined ? undefined : isOf(contactMessages.email, email),
        ),
      );
    if (!message) return {};
    return {
      contactMessageId: [message.id],
      proposalId: await answering(eq(proposals.messageId, message.id)),
    };
  }
  return {};

  async function answering(lead: SQL): Promise<number[]> {
    const rows = await db
      .select({ id: proposals.id })
      .from(proposals)
      .where(and(lead, reader?.isVisibleProposal));
    return rows.map(({ id }) => id);
  }
}

/** @param reader undefined for the agency */
export const subjectsOfQuote = (
  db: Reader,
  quoteId: number,
  reader?: LimitedReader,
): Promise<Subjects> => subjectsOfLead(db, { quoteId, messageId: null }, reader);

export const subjectsOfContactMessage = (db: Reader, messageId: number): Promise<Subjects> =>
  subjectsOfLead(db, { quoteId: null, messageId });

type ProposalOrigin = Pick<typeof proposals.$inferSelect, 'id' | 'quoteId' | 'messageId'>;

/** A proposal with its lead. */
export async function subjectsOfProposal(
  db: Reader,
  proposal: ProposalOrigin,
  reader?: LimitedReader,
): Promise<Subjects> {
  const lead = await subjectsOfLead(db, proposal, reader);
  return { ...lead, proposalId: [...new Set([proposal.id, ...(lead.proposalId ?? [])])] };
}

/** A request with the lead that it was made of, and the proposals whose work it is. @param reader undefined for the agency */
export async function subjectsOfRequest(
  db: Reader,
  request: { id: number; quoteId: number | null },
  reader: LimitedReader | undefined,
): Promise<Subjects> {
  const accepted = await db
    .select({ id: proposals.id, quoteId: proposals.quoteId, messageId: proposals.messageId })
    .from(proposals)
    .where(and(eq(proposals.requestId, request.id), reader?.isVisibleProposal));
  const parts = await Promise.all([
    subjectsOfLead(db, { quoteId: request.quoteId, messageId: null }, reader),
    ...accepted.map((proposal) => subjectsOfProposal(db, proposal, reader)),
  ]);
  const all = (key: SubjectKey) => [...new Set(parts.flatMap((part) => part[key] ?? []))];
  return {
    requestId: [request.id],
    quoteId: all('quoteId'),
    contactMessageId: all('contactMessageId'),
    proposalId: all('proposalId'),
  };
}
