import { and, desc, eq, ne } from 'drizzle-orm';

import { aboutOf, type RecordRef } from '~/contract/conversations/records';
import type { Database } from '~/server/platform/db/client';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { mails } from '~/server/platform/db/schema/mail';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';
import { ownMail } from './find-record';
import type { ReadMail } from './reading/read-mail';

/** Maximum number of earlier emails that are compared, newest first, and of their characters. */
const comparedMax = 50;
const charactersMax = 200_000;
/** Number of consecutive words that are compared. */
const rowLength = 4;

/** Lines that mail servers add to emails. */
const ofServer =
  /caution|external (?:e-?mail|sender|message)|outside (?:of )?(?:the|your) organi[sz]ation|often get email from|confidential|disclaimer|intended (?:only |solely )?(?:for|recipient)|vertraulich|externe (?:e-?mail|nachricht)|confidentiel|confidencial|riservat|virus/i;

/** Returns the words of a text without URLs and addresses, because mail programs change these. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/<[^<>\s]*[:@][^<>\s]*>|https?:\/\/[^\s<>]+/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const rowsIn = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));

/** Returns a function that finds lines in texts, even if programs have wrapped them or joined cells of tables. */
function knownLines(texts: readonly string[]) {
  const lines = new Set<string>();
  const rows = new Set<string>();
  for (const text of texts) {
    for (const line of text.split('\n')) lines.add(wordsOf(line).join(' '));
    const words = wordsOf(text);
    for (let length = 2; length <= rowLength; length++)
      for (const row of rowsIn(words, length)) rows.add(row);
  }
  const isRow = (words: readonly string[]) =>
    words.length > 1 &&
    rowsIn(words, Math.min(words.length, rowLength)).every((row) => rows.has(row));
  return (line: readonly string[], before: readonly string[]): boolean =>
    lines.has(line.join(' ')) ||
    (line.length >= rowLength && isRow(line)) ||
    (before.length > 0 && isRow([...before.slice(1 - rowLength), ...line]));
}

/**
 * Returns whether the quoted part of an email contains lines that are in no earlier email about the record: answers
 * between the quoted lines, or a forwarded email by someone else.
 */
export async function holdsNewLines(
  db: Pick<Database, 'select'>,
  addresses: Pick<ReplyAddresses, 'mailKeyOf'>,
  { mailId, mail, record }: { mailId: number; mail: ReadMail; record: RecordRef },
): Promise<boolean> {
  if (mail.unmarked.length === 0) return false;
  const about = aboutOf(record);
  const sent = await db
    .select({ text: mails.text })
    .from(mails)
    .where(eq(mails.about, about))
    .orderBy(desc(mails.id))
    .limit(comparedMax);
  const received = await db
    .select({ text: incomingMails.fullText })
    .from(incomingMails)
    .where(and(eq(incomingMails.about, about), ne(incomingMails.id, mailId)))
    .orderBy(desc(incomingMails.id))
    .limit(comparedMax);
  const answered = await Promise.all(
    mail.references.slice(0, 5).map((id) => ownMail(db, addresses, id)),
  );
  let left = charactersMax;
  const texts = [...answered, ...sent, ...received].map((one) => {
    const text = one?.text.slice(0, left) ?? '';
    left -= text.length;
    return text;
  });
  const isKnown = knownLines(texts);
  let before: string[] = [];
  const isNew = (line: string) => {
    const words = wordsOf(line);
    const isNewLine = words.length > 0 && !isKnown(words, before);
    before = words;
    return isNewLine;
  };
  const isNewAt = mail.unmarked.map(isNew);
  const lastKnown = isNewAt.lastIndexOf(false);
  const end = mail.unmarked.slice(lastKnown + 1);
  // Servers add their lines at the end, below lines that earlier emails contain.
  const shown = end.some((line) => ofServer.test(line)) ? lastKnown + 1 : mail.unmarked.length;
  return mail.unmarked.slice(0, shown).some((line, at) => isNewAt[at] && !ofServer.test(line));
}
