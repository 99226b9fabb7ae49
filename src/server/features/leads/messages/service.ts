import { eq } from 'drizzle-orm';

import type { ContactMessage } from '~/contract/leads/contact-schema';
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
import { contactMessages } from '~/server/platform/db/schema/contact';
import { newRowOf } from '~/server/platform/db/values';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** Messages from the contact form. What is acknowledged here is committed. */
export function createMessages(db: Database, mailer: Mailer, rateLimits: RateLimits) {
  return {
    /** A repeat under the same key answers with the first message's id and stores nothing. */
    async send(message: ContactMessage, sender: Sender = {}): Promise<{ id: number }> {
      const { key, website, filledInMs, ...fields } = message;
      const spamReason = spamReasonOf({ website, filledInMs });
      const emails = leadEmails(await mailer.open());
      const created = await db.transaction(async (tx) => {
        await countForm(tx, rateLimits, 'contactForm', sender);
        const [row] = await tx
          .insert(contactMessages)
          .values(
            newRowOf(contactMessages, {
              ...fields,
              phoneDigits: digitsOf(fields.phone),
              spamReason,
              submissionKey: key ?? null,
            }),
          )
          .onConflictDoNothing({ target: contactMessages.submissionKey })
          .returning({ id: contactMessages.id });
        // Of a repeat or a machine's work the agency is not told.
        if (!row) return undefined;
        const lead = { ...fields, id: row.id, spamReason };
        if (isNews(spamReason)) await emails.messageNotice(tx, lead);
        if (await mayConfirm(tx, rateLimits, lead, sender)) {
          await emails.messageReceived(tx, lead, { isOwn: isOwnAddress(sender, lead.email) });
        }
        return row;
      });
      mailer.sendSoon();
      return created ?? firstUnderKey(key);
    },
  };

  async function firstUnderKey(key: string | undefined): Promise<{ id: number }> {
    const [row] = await db
      .select({ id: contactMessages.id })
      .from(contactMessages)
      .where(eq(contactMessages.submissionKey, key ?? ''));
    if (!row) throw new Error('a message that conflicted under its key is not there');
    return row;
  }
}

export type Messages = ReturnType<typeof createMessages>;
