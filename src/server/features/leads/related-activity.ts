import { desc, inArray } from 'drizzle-orm';

import type { Note, SentMail } from '~/contract/leads/activity-schema';
import type { Audit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';

const changesMax = 20;
const mailsMax = 50;

/** Returns the newest related activity of a lead: notes, emails about it, and changes by admins. */
export async function relatedActivityOf(db: Database, audit: Audit, about: string[]) {
  const [notes, sent, changes] = await Promise.all([
    audit.listNotes(about),
    db
      .select()
      .from(mails)
      .where(inArray(mails.about, about))
      .orderBy(desc(mails.id))
      .limit(mailsMax),
    audit.listAbout(about, changesMax),
  ]);
  return {
    notes: notes.map(toNote),
    mails: sent.reverse().map(toSentMail),
    changes: changes.map(({ id, description, createdAt }) => ({
      id,
      description,
      createdAt: createdAt.toISOString(),
    })),
  };
}

export function toNote(row: {
  id: number;
  text: string;
  authorName: string;
  createdAt: Date;
}): Note {
  const { id, text, authorName, createdAt } = row;
  return { id, text, authorName, createdAt: createdAt.toISOString() };
}

export function toSentMail(row: typeof mails.$inferSelect): SentMail {
  const { id, to, subject, createdAt, sentAt, deadAt, bouncedAt } = row;
  return {
    id,
    kind: row.kind,
    to,
    subject,
    state: bouncedAt ? 'failed' : sentAt ? 'sent' : deadAt ? 'failed' : 'waiting',
    lastError: bouncedAt ? `It came back: ${row.bounceReason}` : row.lastError,
    createdAt: createdAt.toISOString(),
  };
}
