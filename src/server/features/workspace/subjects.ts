import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';

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

/** A lead, what was merged into it, and the proposals that answer it. */
async function subjectsOfLead(
  db: Reader,
  lead: { quoteId: number | null; messageId: number | null },
  email?: string,
): Promise<Subjects> {
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
      .where(and(lead, email === undefined ? undefined : isOf(proposals.clientEmail, email)));
    return rows.map(({ id }) => id);
  }
}

/** With `email`, without what was written to or by another address. */
export const subjectsOfQuote = (db: Reader, quoteId: number, email?: string): Promise<Subjects> =>
  subjectsOfLead(db, { quoteId, messageId: null }, email);

export const subjectsOfContactMessage = (db: Reader, messageId: number): Promise<Subjects> =>
  subjectsOfLead(db, { quoteId: null, messageId });

type ProposalOrigin = Pick<typeof proposals.$inferSelect, 'id' | 'quoteId' | 'messageId'>;

/** A proposal with its lead. */
export async function subjectsOfProposal(
  db: Reader,
  proposal: ProposalOrigin,
  email?: string,
): Promise<Subjects> {
  const lead = await subjectsOfLead(db, proposal, email);
  return { ...lead, proposalId: [...new Set([proposal.id, ...(lead.proposalId ?? [])])] };
}

/** A request with the lead that it was made of, and the proposals whose work it is. @param email its client's, for what they read; undefined for the agency */
export async function subjectsOfRequest(
  db: Reader,
  request: { id: number; quoteId: number | null },
  email: string | undefined,
): Promise<Subjects> {
  const accepted = await db
    .select({ id: proposals.id, quoteId: proposals.quoteId, messageId: proposals.messageId })
    .from(proposals)
    .where(
      and(
        eq(proposals.requestId, request.id),
        email === undefined ? undefined : isOf(proposals.clientEmail, email),
      ),
    );
  const parts = await Promise.all([
    subjectsOfLead(db, { quoteId: request.quoteId, messageId: null }, email),
    ...accepted.map((proposal) => subjectsOfProposal(db, proposal, email)),
  ]);
  const all = (key: SubjectKey) => [...new Set(parts.flatMap((part) => part[key] ?? []))];
  return {
    requestId: [request.id],
    quoteId: all('quoteId'),
    contactMessageId: all('contactMessageId'),
    proposalId: all('proposalId'),
  };
}
