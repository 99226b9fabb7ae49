import { eq } from 'drizzle-orm';

import type { ContactMessage } from '~/contract/leads/contact-schema';
import type { FormFields } from '~/contract/leads/form-fields';
import { messageRulesOf } from '~/contract/leads/form-fields-schema';
import { checkedBy } from '~/server/features/leads/checked';
import { summaryOfMessage } from '~/server/features/leads/emails';
import type { LeadMails } from '~/server/features/leads/lead-mails';
import { leadSourceOf } from '~/server/features/leads/lead-source';
import { digitsOf, type Sender, sentByOf } from '~/server/features/leads/submissions';
import { createSubmitLead } from '~/server/features/leads/submit-lead';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { newRowOf } from '~/server/platform/db/values';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** Messages from the contact form and over REST. */
export function createMessages(
  db: Database,
  mails: LeadMails,
  rateLimits: RateLimits,
  getFormFields: () => Promise<FormFields>,
) {
  const submitLead = createSubmitLead(db, mails, rateLimits);

  return {
    async send(message: ContactMessage, sender: Sender = {}): Promise<{ id: number }> {
      const { key, website, cameFrom, ...fields } = {
        ...message,
        ...checkedBy(messageRulesOf(await getFormFields()), message),
      };
      return submitLead({
        rateLimit: 'contactForm',
        submission: { key, website },
        sender,
        insert: (tx, columns) =>
          tx
            .insert(contactMessages)
            .values(
              newRowOf(contactMessages, {
                ...fields,
                ...columns,
                ...leadSourceOf(cameFrom),
                phoneDigits: digitsOf(fields.phone),
                sentById: sentByOf(sender, fields.email),
              }),
            )
            .onConflictDoNothing({ target: contactMessages.submissionKey })
            .returning({ id: contactMessages.id, createdAt: contactMessages.createdAt }),
        findByKey: (submissionKey) =>
          db
            .select({
              id: contactMessages.id,
              digest: contactMessages.submissionDigest,
              createdAt: contactMessages.createdAt,
            })
            .from(contactMessages)
            .where(eq(contactMessages.submissionKey, submissionKey)),
        summaryOf: (id) => summaryOfMessage({ ...fields, id }),
      });
    },
  };
}

export type Messages = ReturnType<typeof createMessages>;
