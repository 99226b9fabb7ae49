import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import type {
  AdminQuote,
  EnteredQuote,
  QuoteChange,
  SimilarTo,
} from '~/contract/leads/leads-schema';
import type { QuoteStatus } from '~/contract/leads/quote-statuses';
import { toBeDiscussed } from '~/contract/leads/quotes';
import { openConversation } from '~/server/features/conversations/conversations.service';
import { accountOf } from '~/server/features/documents/clients';
import type { DocumentLinks } from '~/server/features/documents/links';
import { ownerName } from '~/server/features/leads/owner-name';
import { relatedActivityOf } from '~/server/features/leads/related-activity';
import { createLeadSearch } from '~/server/features/leads/search-leads';
import { setSpam } from '~/server/features/leads/spam';
import { setStatus } from '~/server/features/leads/statuses';
import { digitsOf } from '~/server/features/leads/submissions';
import { proposalsOfLead } from '~/server/features/proposals/of-lead';
import { keepFromNewAddress } from '~/server/features/request-threads/readdressed';
import { type Actor, type Audit, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds } from '~/server/platform/db/paging';
import { users } from '~/server/platform/db/schema/identity';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import { newRowOf } from '~/server/platform/db/values';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';
import { idsWithMerged } from './merged';
import { createMerging, duplicatesOf, mergedInto } from './merging';
import {
  emitQuote,
  type FoundQuote,
  type QuoteRow as Row,
  selectQuotes,
  toAdminQuote,
} from './quotes.rows';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const missing = 'Quote not found';
const sorts = {
  createdAt: quotes.createdAt,
  name: quotes.name,
  serviceName: quotes.serviceName,
  status: quotes.status,
  owner: ownerName,
};
export type QuoteSort = keyof typeof sorts;

/** Quote requests in the panel. */
export function createQuotesAdmin(
  db: Database,
  options: {
    audit: Audit;
    links: DocumentLinks;
    getTimeZone(): Promise<string>;
  },
) {
  const { audit, links } = options;
  const search = createLeadSearch<FoundQuote, AdminQuote, QuoteStatus, QuoteSort>(db, {
    kind: 'quote',
    table: quotes,
    hidden: isNotNull(quotes.mergedInto),
    findBeside: async (search) => {
      const rows = await db
        .select({ id: quotes.mergedInto })
        .from(quotes)
        .where(and(isNotNull(quotes.mergedInto), holds(quotes.searchText, search)))
        .limit(listMax);
      return rows.flatMap(({ id }) => id ?? []);
    },
    sorts,
    select: ({ where, limit, offset }, order) =>
      selectQuotes(db)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    present: toAdminQuote,
  });

  const merging = createMerging(db);

  async function shown(id: number): Promise<AdminQuote> {
    const [row] = await selectQuotes(db).where(eq(quotes.id, id));
    if (!row) throw new AppError('NOT_FOUND', missing);
    return toAdminQuote(row);
  }

  /** Returns the quote that was stored earlier under the same key. */
  async function firstUnder(
    tx: Pick<Database, 'select'>,
    key: string | null,
    digest: string | null,
  ): Promise<Row> {
    const [first] = await tx
      .select()
      .from(quotes)
      .where(eq(quotes.submissionKey, key ?? ''));
    if (!first) throw new Error('a quote was not stored');
    rejectOtherSubmission(first.submissionDigest, digest);
    return first;
  }

  return {
    search,

    /** Stores a lead that did not come from a form. No email is sent. */
    async enter(
      actor: Exclude<Actor, 'system'>,
      { key, ...given }: EnteredQuote,
      alongside?: (tx: Transaction, quoteId: number) => Promise<void>,
    ): Promise<AdminQuote> {
      const { serviceId, source, ...fields } = given;
      const submissionKey = key ? `entered by ${actor.id}: ${key}` : null;
      const submissionDigest = key ? digestOf(given) : null;
      const { id } = await db.transaction(async (tx) => {
        const [service] = serviceId
          ? await tx.select().from(services).where(eq(services.id, serviceId))
          : [];
        const [stored] = await tx
          .insert(quotes)
          .values(
            newRowOf(quotes, {
              ...fields,
              phoneDigits: digitsOf(fields.phone),
              serviceId: service?.id ?? null,
              serviceName: service?.name ?? '',
              budget: toBeDiscussed,
              timeline: toBeDiscussed,
              source: 'api',
              enteredSource: source,
              userId: fields.email ? await accountOf(tx, fields.email) : null,
              submissionKey,
              submissionDigest,
            }),
          )
          .onConflictDoNothing({ target: quotes.submissionKey })
          .returning();
        if (!stored) return firstUnder(tx, submissionKey, submissionDigest);
        await openConversation(tx, { kind: 'quote', id: stored.id });
        await recordAudit(tx, actor, {
          action: 'quote.entered',
          about: `quote:${stored.id}`,
          did: `entered a quote request of ${stored.name}`,
          after: { source },
        });
        await emitQuote(tx, 'quote.created', stored.id);
        await alongside?.(tx, stored.id);
        return stored;
      });
      return shown(id);
    },

    /** Corrects or completes a lead's contact data. From then on, emails and replies are sent to the new address. */
    async change(actor: Actor, { id, ...given }: QuoteChange): Promise<AdminQuote> {
      await db.transaction(async (tx) => {
        const [before] = await tx.select().from(quotes).where(eq(quotes.id, id)).for('update');
        if (!before) throw new AppError('NOT_FOUND', missing);
        const next: Row = { ...before, ...given };
        if (next.email === '' && next.phone === '') {
          throw new AppError('BAD_REQUEST', 'Please enter an email or a phone number', {
            issues: [{ path: 'email', message: 'Please enter an email or a phone number' }],
          });
        }
        const { name, email, phone, company } = next;
        const isMoved = email.toLowerCase() !== before.email.toLowerCase();
        await tx
          .update(quotes)
          .set({
            ...{ name, email, phone, company, phoneDigits: digitsOf(phone) },
            ...(isMoved && { userId: email ? await accountOf(tx, email) : null }),
            updatedAt: new Date(),
          })
          .where(eq(quotes.id, id));
        // Revokes links that were sent to the previous address, because an address must only open content that was sent
        // to it.
        if (isMoved) await links.revoke(tx, 'quote', id);
        if (isMoved && before.email !== '') await keepFromNewAddress(tx, { kind: 'quote', id });
        const of = (row: Pick<Row, 'name' | 'email' | 'phone' | 'company'>) => ({
          ...{ name: row.name, email: row.email, phone: row.phone, company: row.company },
        });
        const difference = changed(of(before), of(next));
        if (!difference) return;
        await recordAudit(tx, actor, {
          action: 'quote.changed',
          about: `quote:${id}`,
          did: `changed the details of the quote from ${name}`,
          ...difference,
        });
        await emitQuote(tx, 'quote.updated', id);
      });
      return shown(id);
    },

    /** Returns possible duplicates of a quote that is being entered. */
    similar: (to: SimilarTo) => duplicatesOf(db, { id: 0, ...to, phoneDigits: digitsOf(to.phone) }),

    /** Returns a quote with its client, its request, its proposals and related activity. */
    async get(id: number) {
      const [found] = await selectQuotes(db).where(eq(quotes.id, id));
      if (!found) throw new AppError('NOT_FOUND', missing);
      const { lead: row } = found;
      const [timeZone, ids] = await Promise.all([options.getTimeZone(), idsWithMerged(db, id)]);
      const [[client], [request], offers, activity, merged, duplicates] = await Promise.all([
        db
          .select({ id: users.id, name: sql<string>`concat_ws(' ', first_name, last_name)` })
          .from(users)
          .where(and(eq(users.email, row.email.toLowerCase()), eq(users.isAdmin, false))),
        db
          .select({ id: serviceRequests.id })
          .from(serviceRequests)
          .where(inArray(serviceRequests.quoteId, ids))
          .orderBy(serviceRequests.id)
          .limit(1),
        proposalsOfLead(db, inArray(proposals.quoteId, ids), dateIn(timeZone, new Date())),
        relatedActivityOf(
          db,
          audit,
          ids.map((one) => `quote:${one}`),
        ),
        mergedInto(db, id),
        row.mergedInto === null ? duplicatesOf(db, row) : [],
      ]);
      return {
        quote: toAdminQuote(found),
        client: client ?? null,
        requestId: request?.id ?? null,
        proposals: offers,
        mergedInto: row.mergedInto,
        merged,
        duplicates,
        ...activity,
      };
    },

    setSpam: (actor: Actor, ids: number[], isSpam: boolean) =>
      setSpam(db, actor, { kind: 'quote', ids, isSpam }),

    /** Merges a quote into another one. @returns the remaining quote */
    async merge(actor: Actor, given: { id: number; into: number }): Promise<AdminQuote> {
      return shown(await merging.merge(actor, given));
    },

    async separate(actor: Actor, id: number): Promise<AdminQuote> {
      await merging.separate(actor, id);
      return shown(id);
    },

    async setStatus(
      actor: Actor,
      ids: number[],
      status: QuoteStatus,
      isUndo = false,
    ): Promise<AdminQuote[]> {
      await db.transaction(async (tx) => {
        const set = await setStatus(tx, actor, { kind: 'quote', ids, status, isUndo });
        for (const id of set) await emitQuote(tx, 'quote.updated', id);
      });
      const rows = await selectQuotes(db).where(inArray(quotes.id, ids)).orderBy(quotes.id);
      return rows.map(toAdminQuote);
    },
  };
}

export type QuotesAdmin = ReturnType<typeof createQuotesAdmin>;
