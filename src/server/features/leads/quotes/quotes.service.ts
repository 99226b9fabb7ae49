import { eq, sql } from 'drizzle-orm';

import { quickQuoteChannel } from '~/contract/leads/form-fields';
import { quoteRulesOf } from '~/contract/leads/form-fields-schema';
import type { SubmittedQuote } from '~/contract/leads/quote-link-schema';
import {
  type QuoteRequest,
  quoteRequestSchema,
  quoteRequestSchemaOf,
} from '~/contract/leads/quotes-schema';
import { dueAt } from '~/contract/settings/response-times';
import { checkedBy } from '~/server/features/leads/checked';
import { summaryOfQuote } from '~/server/features/leads/emails';
import type { LeadMails } from '~/server/features/leads/lead-mails';
import { leadSourceOf } from '~/server/features/leads/lead-source';
import { digitsOf, type Sender, sentByOf } from '~/server/features/leads/submissions';
import { createSubmitLead } from '~/server/features/leads/submit-lead';
import type { Settings } from '~/server/features/settings/settings.service';
import type { Database } from '~/server/platform/db/client';
import { quotes } from '~/server/platform/db/schema/quotes';
import { services } from '~/server/platform/db/schema/services';
import { newRowOf } from '~/server/platform/db/values';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import type { QuoteStatuses } from './quote-statuses';

/** Quote requests from the public forms and over REST. */
export function createQuotes(
  db: Database,
  mails: LeadMails,
  rateLimits: RateLimits,
  {
    settings,
    statuses,
  }: {
    settings: Pick<Settings, 'getFormFields' | 'getResponseTimes'>;
    statuses: Pick<QuoteStatuses, 'urlOf'>;
  },
) {
  const submitLead = createSubmitLead(db, mails, rateLimits);

  return {
    /**
     * Validates a submission by all rules, including the agency's settings, so that one response contains all errors.
     */
    async check(input: unknown): Promise<void> {
      const fields = await settings.getFormFields().catch((error: unknown) => {
        // Reports fields that are invalid regardless of the settings, even while the database is unavailable.
        checkedBy(quoteRequestSchema, input);
        throw error;
      });
      checkedBy(quoteRequestSchemaOf(fields), input);
    },

    async submit(request: QuoteRequest, sender: Sender = {}): Promise<SubmittedQuote> {
      // Reads the settings before storing, because a stored quote must be confirmed even if reading would fail.
      const time = await settings.getResponseTimes();
      const rules = quoteRulesOf(await settings.getFormFields(), request.source ?? 'api');
      const { key, website, serviceId, cameFrom, about, ...sent } = {
        ...request,
        ...checkedBy(rules, request),
      };
      const fields = {
        ...sent,
        projectDetails: about ? `${sent.projectDetails}\n\n${about}` : sent.projectDetails,
        preferredChannel:
          sent.preferredChannel || quickQuoteChannel({ source: sent.source, phone: sent.phone }),
      };
      const { id, createdAt } = await submitLead({
        rateLimit: 'quoteForm',
        submission: { key, website },
        sender,
        insert: (tx, columns) =>
          tx
            .insert(quotes)
            .values(
              newRowOf(quotes, {
                ...fields,
                ...columns,
                ...leadSourceOf(cameFrom),
                phoneDigits: digitsOf(fields.phone),
                sentById: sentByOf(sender, fields.email),
                // If the service was deleted in the meantime, the lead is stored without a link to it.
                serviceId: sql`(select ${services.id} from ${services} where ${services.id} = ${serviceId})`,
                source: fields.source ?? 'api',
              }),
            )
            .onConflictDoNothing({ target: quotes.submissionKey })
            .returning({ id: quotes.id, createdAt: quotes.createdAt }),
        findByKey: (submissionKey) =>
          db
            .select({ id: quotes.id, digest: quotes.submissionDigest, createdAt: quotes.createdAt })
            .from(quotes)
            .where(eq(quotes.submissionKey, submissionKey)),
        summaryOf: (quoteId) => summaryOfQuote({ ...fields, id: quoteId }),
      });
      return {
        id,
        statusUrl: statuses.urlOf(id),
        answerDueAt: dueAt(createdAt, time).toISOString(),
      };
    },
  };
}

export type Quotes = ReturnType<typeof createQuotes>;
