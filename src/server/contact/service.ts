import { eq } from 'drizzle-orm';

import type { ContactMessage } from '~/contract/contact-schema';
import type { Database } from '../db/client';
import { contactMessages } from '../db/schema/contact';
import type { Letters } from '../mail/letters';
import { digitsOf, spamReasonOf } from '../submissions/service';

/** Messages from the contact form. What is acknowledged here is committed. */
export function createContact(db: Database, letters: Letters) {
  return {
    /** A repeat under the same key answers with the first message's id and stores nothing. */
    async send(message: ContactMessage): Promise<{ id: number }> {
      const { key, website, filledInMs, ...fields } = message;
      const spamReason = spamReasonOf({ website, filledInMs });
      const letter = await letters.open();
      const created = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(contactMessages)
          .values({
            ...fields,
            phoneDigits: digitsOf(fields.phone),
            spamReason,
            submissionKey: key ?? null,
          })
          .onConflictDoNothing({ target: contactMessages.submissionKey })
          .returning({ id: contactMessages.id });
        // Neither a repeat nor a machine gets mail, nor does the agency about it.
        if (row && !spamReason) await letter.messageReceived(tx, { ...fields, id: row.id });
        return row;
      });
      letters.leaveSoon();
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
