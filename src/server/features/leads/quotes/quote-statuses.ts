import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { QuoteProgress } from '~/contract/leads/quote-link-schema';
import { dueAt } from '~/contract/settings/response-times';
import { createSigner } from '~/server/features/identity/tokens';
import type { Settings } from '~/server/features/settings/settings.service';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';

/**
 * Reports the progress of a quote to the program that submitted it. Shows neither conversation nor
 * proposals, because submitting a quote proves nothing about the email. Only the private link in
 * the confirmation, which proves access to the mailbox, opens these.
 */
export function createQuoteStatuses(
  db: Pick<Database, 'select'>,
  options: {
    secret: string;
    publicUrl: string;
    settings: Pick<Settings, 'getResponseTimes'>;
  },
) {
  const signer = createSigner(options.secret, 'status of quotes');

  return {
    urlOf: (id: number): string =>
      `${options.publicUrl}/api/quotes/status/${id}.${signer.sign(String(id))}`,

    /** Returns the progress of a quote. @param token last part of the URL @throws NOT_FOUND */
    async read(token: string): Promise<QuoteProgress> {
      const [, id = '', signature = ''] = /^(\d{1,9})\.(.+)$/.exec(token) ?? [];
      const [row] = signer.verifies(signature, id)
        ? await db
            .select({
              status: quotes.status,
              createdAt: quotes.createdAt,
              firstAnswerAt: quotes.firstAnswerAt,
            })
            .from(quotes)
            .where(eq(quotes.id, Number(id)))
        : [];
      if (!row) throw new AppError('NOT_FOUND', 'Quote not found');
      const time = await options.settings.getResponseTimes();
      return {
        status: row.status,
        sentAt: row.createdAt.toISOString(),
        answerDueAt: dueAt(row.createdAt, time).toISOString(),
        answeredAt: row.firstAnswerAt?.toISOString() ?? null,
      };
    },
  };
}

export type QuoteStatuses = ReturnType<typeof createQuoteStatuses>;
