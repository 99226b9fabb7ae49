import { eq, sql } from 'drizzle-orm';

import type { QuoteRequest } from '~/contract/leads/quotes-schema';
import { leadEmails } from '~/server/features/leads/emails';
import {
  countForm,
  digitsOf,
  isNews,
  isOwnAddress,
  mayConfirm,
  type Sender,
  spamReasonOf,
} from '~/server/features/leads/submissions';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';
import { services } from '~/server/platform/db/schema/services';
import { newRowOf } from '~/server/platform/db/values';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** Quote requests: the leads an agency lives from. What is acknowledged here is committed. */
export function createQuotes(db: Database, mailer: Mailer, rateLimits: RateLimits) {
  return {
    /** A repeat under the same key answers with the first quote's id and stores nothing. */
    async submit(request: QuoteRequest, sender: Sender = {}): Promise<{ id: number }> {
      const { key, website, filledInMs, serviceId, ...fields } = request;
      const spamReason = spamReasonOf({ website, filledInMs });
      const emails = leadEmails(await mailer.open());
      const created = await db.transaction(async (tx) => {
        await countForm(tx, rateLimits, 'quoteForm', sender);
        const [row] = await tx
          .insert(quotes)
          .values(
            newRowOf(quotes, {
              ...fields,
              phoneDigits: digitsOf(fields.phone),
              // A service that is gone meanwhile costs the lead its link, never the lead itself.
              serviceId: sql`(select ${services.id} from ${services} where ${services.id} = ${serviceId})`,
              source: fields.source ?? 'api',
              spamReason,
              submissionKey: key ?? null,
            }),
          )
          .onConflictDoNothing({ target: quotes.submissionKey })
          .returning({ id: quotes.id });
        // Of a repeat or a machine's work the agency is not told.
        if (!row) return undefined;
        const lead = { ...fields, id: row.id, spamReason };
        if (isNews(spamReason)) await emails.quoteNotice(tx, lead);
        if (await mayConfirm(tx, rateLimits, lead, sender)) {
          await emails.quoteReceived(tx, lead, { isOwn: isOwnAddress(sender, lead.email) });
        }
        return row;
      });
      mailer.sendSoon();
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
