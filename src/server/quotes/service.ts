import { eq, sql } from 'drizzle-orm';

import type { QuoteRequest } from '~/contract/quotes-schema';
import type { Database } from '../db/client';
import { quotes } from '../db/schema/quotes';
import { services } from '../db/schema/services';
import type { Letters } from '../mail/letters';
import { digitsOf, spamReasonOf } from '../submissions/service';

/** Quote requests: the leads an agency lives from. What is acknowledged here is committed. */
export function createQuotes(db: Database, letters: Letters) {
  return {
    /** A repeat under the same key answers with the first quote's id and stores nothing. */
    async submit(request: QuoteRequest): Promise<{ id: number }> {
      const { key, website, filledInMs, serviceId, ...fields } = request;
      const spamReason = spamReasonOf({ website, filledInMs });
      const letter = await letters.open();
      const created = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(quotes)
          .values({
            ...fields,
            phoneDigits: digitsOf(fields.phone),
            // A service that is gone meanwhile costs the lead its link, never the lead itself.
            serviceId: sql`(select ${services.id} from ${services} where ${services.id} = ${serviceId})`,
            source: fields.source ?? 'api',
            spamReason,
            submissionKey: key ?? null,
          })
          .onConflictDoNothing({ target: quotes.submissionKey })
          .returning({ id: quotes.id });
        // Neither a repeat nor a machine gets mail, nor does the agency about it.
        if (row && !spamReason) await letter.quoteReceived(tx, { ...fields, id: row.id });
        return row;
      });
      letters.leaveSoon();
      return created ?? firstUnderKey(key);
    },
  };

  async function firstUnderKey(key: string | undefined): Promise<{ id: number }> {
    const [row] = await db
      .select({ id: quotes.id })
      .from(quotes)
      .where(eq(quotes.submissionKey, key ?? ''));
    if (!row) throw new Error('a quote that conflicted under its key is not there');
    return row;
  }
}

export type Quotes = ReturnType<typeof createQuotes>;
