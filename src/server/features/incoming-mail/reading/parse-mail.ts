import { cutQuotation } from './cut-quotation';
import { readReport } from './delivery-report';
import { collectFiles } from './mail-files';
import {
  authenticationOf,
  authenticatorOf,
  automaticOf,
  headerOf,
  idsIn,
  isSpam,
  recipientsOf,
  referencesOf,
  senderOf,
  sentAtOf,
  subjectOf,
} from './mail-marks';
import { readTexts } from './mail-texts';
import { type Part, splitParts } from './mime-parts';
import { type ReadMail, type ReadResult, UnreadableMail } from './read-result';

/** The whole way from bytes to a mail, in the thread that it is called in (`read-mail.ts`). */
export function parseMail(raw: Uint8Array): ReadResult {
  if (raw.length === 0) return { ok: false, reason: 'This mail is empty.' };
  try {
    return { ok: true, mail: parse(Buffer.from(raw.buffer, raw.byteOffset, raw.length)) };
  } catch (error) {
    if (error instanceof UnreadableMail) return { ok: false, reason: error.message };
    return { ok: false, reason: 'This mail could not be read.' };
  }
}

const leavesOf = (part: Part): Part[] =>
  part.parts.length > 0 ? part.parts.flatMap(leavesOf) : [part];

function parse(raw: Buffer): ReadMail {
  const root = splitParts(raw);
  const { headers } = root;
  const leaves = leavesOf(root);
  const subject = subjectOf(headers);
  const report = readReport(leaves, headers);
  const isReport = root.type === 'multipart/report' || report.length > 0;
  const notes: string[] = [];
  const texts = readTexts(root, notes);
  const attachments = collectFiles(root, { texts, isReport, subject, notes });
  const fullText = texts.withoutPictureNames(attachments.map(({ name }) => name));
  const { text, rest: cut } = cutQuotation(fullText, subject);
  return {
    messageId: idsIn(headerOf(headers, 'message-id'))[0] ?? '',
    references: referencesOf(headers),
    from: senderOf(headers),
    recipients: recipientsOf(headers),
    subject,
    sentAt: sentAtOf(headers),
    text,
    cut,
    fullText,
    attachments,
    notes,
    automatic: automaticOf(headers, subject, isReport),
    report,
    spam: isSpam(headers),
    authentication: authenticationOf(headers),
    authenticator: authenticatorOf(headers),
  };
}
