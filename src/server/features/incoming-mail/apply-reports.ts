import { and, eq, isNull, sql } from 'drizzle-orm';

import { recordOfAbout } from '~/contract/conversations/records';
import { reopen } from '~/server/features/conversations/conversations.service';
import { recordAudit as recordChange } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';
import { ownMail } from './find-record';
import type { ReadMail } from './reading/read-mail';

const wordsMax = 500;

/**
 * Sets the delivery status of each email that a delivery report refers to, if the email was sent to the reported recipient.
 *
 * @returns the record of the first of these emails; undefined if the report refers to none of our emails
 */
export async function applyReports(
  db: Database,
  addresses: Pick<ReplyAddresses, 'mailKeyOf'>,
  mail: ReadMail,
): Promise<string | undefined> {
  let about: string | undefined;
  for (const report of mail.report) {
    const own = await ownMail(db, addresses, report.messageId);
    if (!own || own.to.toLowerCase() !== report.recipient.toLowerCase()) continue;
    about = about || own.about;
    if (report.action !== 'failed') continue;
    const words = [report.status, report.diagnostic].filter(Boolean).join(' ').slice(0, wordsMax);
    const record = recordOfAbout(own.about);
    await db.transaction(async (tx) => {
      const set = await tx
        .update(mails)
        .set({ bouncedAt: sql`now()`, bounceReason: words })
        .where(and(eq(mails.id, own.id), isNull(mails.bouncedAt)))
        .returning({ id: mails.id });
      if (set.length === 0) return;
      if (own.about !== '') {
        await recordChange(tx, 'system', {
          action: 'mail.returned',
          about: own.about,
          did: `was told by ${mail.from.address || 'a mail server'} that a mail to ${own.to} came back`,
          after: { mailId: own.id, words },
        });
      }
      // A reply that bounced does not count as a reply, so one is due again.
      if (record && own.kind === 'reply') await reopen(tx, record);
    });
  }
  return about;
}
