import { readAuthentication } from './authentication';
import { oneLine } from './clean-text';
import { parseCorrected } from './corrections';
import { cutQuotation, unmarkedQuotation } from './cut-quotation';
import { readReport } from './delivery-report';
import { guard } from './guard';
import { collectFiles } from './mail-files';
import {
  automaticOf,
  headerOf,
  idsIn,
  isSpam,
  recipientsOf,
  referencesOf,
  senderOf,
  sentAtOf,
} from './mail-marks';
import { readTexts } from './mail-texts';
import { type ReadMail, UnreadableMail } from './read-result';

/** Treats emails within an email as files. For scale: a hundred headers that servers add take 30 kB. */
const options = { forceRfc822Attachments: true, maxNestingDepth: 30, maxHeadersSize: 256 * 1024 };
const subjectMax = 500;

/** Parses an email in the current thread. Callers use `read-mail.ts`. */
export async function parseMail(
  raw: Uint8Array,
): Promise<{ ok: true; mail: ReadMail } | { ok: false; reason: string }> {
  if (raw.length === 0) return { ok: false, reason: 'This email is empty.' };
  try {
    return { ok: true, mail: await parse(Buffer.from(raw.buffer, raw.byteOffset, raw.length)) };
  } catch (error) {
    return { ok: false, reason: reasonFor(error) };
  }
}

function reasonFor(error: unknown): string {
  const { message } = error as Error;
  if (error instanceof UnreadableMail) return message;
  if (/nesting depth/i.test(message)) return 'This email is nested too deeply to be read.';
  if (/header size/i.test(message)) return 'This email has too many headers to be read.';
  return 'This email could not be read.';
}

/** Removes empty lines before an email, which some programs add, because they would end its headers. */
function withoutEmptyStart(raw: Buffer): Buffer {
  let start = 0;
  while (raw[start] === 10 || raw[start] === 13) start++;
  return raw.subarray(start);
}

async function parse(whole: Buffer): Promise<ReadMail> {
  const raw = withoutEmptyStart(whole);
  guard(raw);
  const { email, isBroken } = await parseCorrected(raw, options);
  const { headers } = email;
  const type = headerOf(headers, 'content-type').toLowerCase();
  const subject = oneLine(email.subject ?? '', subjectMax);
  const report = await readReport(email);
  const isReport = report.length > 0 || type.startsWith('multipart/report');
  const notes: string[] = [];
  if (isBroken) notes.push('The parts of this email could not be told apart.');
  const texts = readTexts(email, notes);
  const attachments = await collectFiles(email, { texts, isReport, subject, notes });
  const fullText = texts.withoutPictureNames(attachments.map(({ name }) => name));
  const { text, rest: cut } = cutQuotation(fullText, subject);
  const from = senderOf(headers);
  return {
    messageId: idsIn(headerOf(headers, 'message-id'))[0] ?? '',
    references: referencesOf(headers),
    from,
    recipients: recipientsOf(email),
    subject,
    sentAt: sentAtOf(email),
    text,
    cut,
    unmarked: cut ? unmarkedQuotation(fullText, subject) : [],
    fullText,
    attachments,
    notes,
    automatic: automaticOf(headers, subject, isReport),
    report,
    spam: isSpam(headers),
    ...readAuthentication(headers, from.address),
  };
}
