import { eq } from 'drizzle-orm';

import type { ContactMessage } from '~/contract/contact-schema';
import type { Database } from '../db/client';
import { contactMessages } from '../db/schema/contact';
import { digitsOf, spamReasonOf } from '../submissions/service';

/** Messages from the contact form. What is acknowledged here is committed. */
export function createContact(db: Database) {
  return {
    /** A repeat under the same key answers with the first message's id and stores nothing. */
    async send(message: ContactMessage): Promise<{ id: number }> {
      const { key, website, filledInMs, ...fields } = message;
      const [created] = await db
        .insert(contactMessages)
        .values({
          ...fields,
          phoneDigits: digitsOf(fields.phone),
          spamReason: spamReasonOf({ website, filledInMs }),
          submissionKey: key ?? null,
        })
        .onConflictDoNothing({ target: contactMessages.submissionKey })
        .returning({ id: contactMessages.id });
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

export type Contact = ReturnType<typeof createContact>;
