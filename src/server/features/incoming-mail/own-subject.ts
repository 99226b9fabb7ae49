import { and, eq, ne } from 'drizzle-orm';

import { aboutOf, type RecordRef } from '~/contract/conversations/records';
import type { Database } from '~/server/platform/db/client';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { mails } from '~/server/platform/db/schema/mail';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';
import { ownMail } from './find-record';
import type { ReadMail } from './reading/read-mail';

/** Prefixes for replies and forwarded emails in the languages of mail programs, and tags that servers and ticket systems add. */
const mark =
  /^\s*(?:(?:re|aw|antw|antwort|sv|vs|ref|rif|r|tr|wg|fw|fwd|doorst|rv|enc|res|odp|pd|ynt|ilt|vl|vb|bls|atb|απ|σχετ|отв|ответ|回复|答复|回覆|返信|답장|转发|轉寄)\s*(?:\[\d+\]|\(\d+\)|\^\d+)?\s*[:：]|\[(?:ext(?:ern(?:al)?)?|spam|#?\d+)\]|\*{3,5}spam\*{3,5})/iu;

/** Returns the words of a subject in lower case, without the prefixes of replies, for a comparison. */
function wordsOf(subject: string): string {
  let rest = subject;
  while (mark.test(rest)) rest = rest.replace(mark, '');
  return rest
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Minimum length of a truncated subject. Programs truncate only long subjects, so a shorter one that begins like ours
 * was written by the sender.
 */
const cutLength = 40;
const comparedMax = 200;

/**
 * Returns the subject of an email if its author chose it, that is, if it is neither the subject of our email about the
 * record nor part of the text.
 *
 * @returns an empty text otherwise
 */
export async function ownSubjectOf(
  db: Pick<Database, 'select' | 'selectDistinct'>,
  addresses: Pick<ReplyAddresses, 'mailKeyOf'>,
  { mailId, mail, record }: { mailId: number; mail: ReadMail; record: RecordRef },
): Promise<string> {
  const words = wordsOf(mail.subject);
  if (words === '' || ` ${wordsOf(mail.text)} `.includes(` ${words} `)) return '';
  const about = aboutOf(record);
  const sent = await db
    .selectDistinct({ subject: mails.subject })
    .from(mails)
    .where(eq(mails.about, about))
    .limit(comparedMax);
  const earlier = await db
    .selectDistinct({ subject: incomingMails.subject })
    .from(incomingMails)
    .where(and(eq(incomingMails.about, about), ne(incomingMails.id, mailId)))
    .limit(comparedMax);
  const answered = await Promise.all(
    mail.references.slice(0, 5).map((id) => ownMail(db, addresses, id)),
  );
  const known = [...sent, ...earlier, ...answered].flatMap((one) =>
    one ? wordsOf(one.subject) : [],
  );
  const isKnown = known.some(
    (other) => other === words || (words.length >= cutLength && other.startsWith(words)),
  );
  return isKnown ? '' : mail.subject;
}
