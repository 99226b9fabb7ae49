import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { MergedQuote, PossibleDuplicate } from '~/contract/leads/merging-schema';
import {
  mergeConversations,
  separateConversation,
} from '~/server/features/conversations/conversations.service';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';
import { emitQuote, type QuoteRow as Row } from './quotes.rows';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const duplicatesMax = 5;
/**
 * Number of trailing digits of a phone number that are compared, because not everyone types country codes and leading
 * zeros.
 */
const comparedDigits = 8;

const shown = ({ id, name, email, company, serviceName, createdAt }: Row) => ({
  ...{ id, name, email, company, serviceName },
  createdAt: createdAt.toISOString(),
});

/** Returns quotes that may be from the same sender: by email, phone or company, newest first. */
export async function duplicatesOf(
  db: Pick<Database, 'select'>,
  quote: Pick<Row, 'id' | 'email' | 'phoneDigits' | 'company'>,
): Promise<PossibleDuplicate[]> {
  const phone = quote.phoneDigits.slice(-comparedDigits);
  const company = quote.company.trim().toLowerCase();
  const conditions = [
    quote.email !== '' && eq(sql`lower(${quotes.email})`, quote.email.toLowerCase()),
    phone.length === comparedDigits &&
      // This expression must be identical to that of the index, so that PostgreSQL uses the index.
      and(sql`length(phone_digits) >= 8 and right(phone_digits, 8) = ${phone}`),
    company !== '' && sql`company <> '' and lower(trim(company)) = ${company}`,
  ].filter((condition) => condition !== false);
  if (conditions.length === 0) return [];
  const rows = await db
    .select()
    .from(quotes)
    .where(
      and(
        or(...conditions),
        ne(quotes.id, quote.id),
        eq(quotes.isSpam, false),
        isNull(quotes.mergedInto),
      ),
    )
    .orderBy(desc(quotes.createdAt), desc(quotes.id))
    .limit(duplicatesMax);
  return rows.map((row) => ({
    ...shown(row),
    same:
      row.email !== '' && row.email.toLowerCase() === quote.email.toLowerCase()
        ? 'email'
        : phone.length === comparedDigits && row.phoneDigits.slice(-comparedDigits) === phone
          ? 'phone'
          : 'company',
  }));
}

/** Returns the quotes merged into a quote, oldest first, with their senders' texts. */
export async function mergedInto(
  db: Pick<Database, 'select'>,
  quoteId: number,
): Promise<MergedQuote[]> {
  const rows = await db
    .select()
    .from(quotes)
    .where(eq(quotes.mergedInto, quoteId))
    .orderBy(asc(quotes.id));
  return rows.map((row) => ({
    ...shown(row),
    ...{ phone: row.phone, budget: row.budget, timeline: row.timeline },
    projectDetails: row.projectDetails,
  }));
}

/**
 * Merges quotes about the same work. Moves and deletes nothing, so that the quotes can be separated again. Lists and
 * figures exclude the merged quote, and its messages, proposals and request are shown with the remaining quote.
 */
export function createMerging(db: Database) {
  /** Locks both quotes in a fixed order, so that concurrent merges cannot deadlock. */
  async function lockBoth(tx: Transaction, id: number, into: number): Promise<[Row, Row]> {
    const rows = await tx
      .select()
      .from(quotes)
      .where(inArray(quotes.id, [id, into]))
      .orderBy(quotes.id)
      .for('update');
    const source = rows.find((row) => row.id === id);
    const target = rows.find((row) => row.id === into);
    if (!source || !target) throw new AppError('NOT_FOUND', 'Quote not found');
    return [source, target];
  }

  return {
    /**
     * Merges a quote into another one.
     *
     * @returns the id of the remaining quote
     * @throws CONFLICT if another admin has just merged one of them
     */
    async merge(actor: Actor, { id, into }: { id: number; into: number }): Promise<number> {
      if (id === into) {
        throw new AppError('BAD_REQUEST', 'A quote cannot be merged into itself', {
          issues: [{ path: 'into', message: 'Please choose another quote' }],
        });
      }
      return db.transaction(async (tx) => {
        const [source, target] = await lockBoth(tx, id, into);
        // A repeated call has nothing to do.
        if (source.mergedInto === into) return into;
        for (const { name, mergedInto: other } of [source, target]) {
          if (other === null) continue;
          throw new AppError(
            'CONFLICT',
            `The quote from ${name} was merged into quote ${other} in the meantime`,
          );
        }
        if (target.isSpam) {
          throw new AppError('CONFLICT', `The quote from ${target.name} is marked as spam`);
        }
        const now = new Date();
        // Quotes that were merged into this quote earlier now belong to the remaining one.
        await tx
          .update(quotes)
          .set({ mergedInto: into, updatedAt: now })
          .where(or(eq(quotes.id, id), eq(quotes.mergedInto, id)));
        await tx.update(quotes).set({ updatedAt: now }).where(eq(quotes.id, into));
        await mergeConversations(tx, { from: source, into: target });
        await recordAudit(tx, actor, {
          action: 'quote.merged',
          about: `quote:${into}`,
          did: `merged the quote from ${source.name} (${id}) into that from ${target.name}`,
          after: { quoteId: id },
        });
        for (const one of [id, into]) await emitQuote(tx, 'quote.updated', one);
        return into;
      });
    },

    /** Undoes a merge. @returns the id of the quote into which it was merged */
    async separate(actor: Actor, id: number): Promise<number> {
      return db.transaction(async (tx) => {
        const [source] = await tx.select().from(quotes).where(eq(quotes.id, id)).for('update');
        if (!source) throw new AppError('NOT_FOUND', 'Quote not found');
        const into = source.mergedInto;
        if (into === null) {
          throw new AppError('CONFLICT', 'This quote is not merged');
        }
        await tx
          .update(quotes)
          .set({ mergedInto: null, updatedAt: new Date() })
          .where(eq(quotes.id, id));
        await separateConversation(tx, id);
        await recordAudit(tx, actor, {
          action: 'quote.separated',
          about: `quote:${into}`,
          did: `separated the quote from ${source.name} (${id}) again`,
          after: { quoteId: id },
        });
        for (const one of [id, into]) await emitQuote(tx, 'quote.updated', one);
        return into;
      });
    },
  };
}
