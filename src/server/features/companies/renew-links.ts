import { and, eq, inArray, isNull, ne } from 'drizzle-orm';

import { isOpenProposal } from '~/contract/proposals/proposals';
import type { DocumentLinks } from '~/server/features/documents/links';
import { invoices } from '~/server/platform/db/schema/invoices';
import { mails } from '~/server/platform/db/schema/mail';
import { documentLinks, proposals } from '~/server/platform/db/schema/proposals';
import { cancelMails } from '~/server/platform/mail/cancel-mails';
import type { OpenMailer } from '~/server/platform/mail/mailer';
import { splitNonces } from '~/server/platform/mail/private-links';
import { companyEmails, type RenewedDocument } from './emails';
import type { Transaction } from './locks';
import { currentRecipient, whyNotSent } from './recipients';

const idsOf = (abouts: readonly string[], kind: 'invoice' | 'proposal'): number[] =>
  abouts.flatMap((about) => {
    const [found, id] = about.split(':');
    return found === kind ? [Number(id)] : [];
  });

/**
 * Emails new links to open documents whose links were revoked because a member who left knew them. Each addressee gets one
 * email, and their earlier links no longer work.
 */
export async function renewLinks(
  tx: Transaction,
  { links, open }: { links: Pick<DocumentLinks, 'mailed'>; open: OpenMailer },
  revoked: readonly string[],
): Promise<void> {
  const emailed = await openDocumentsOf(tx, revoked);
  const keys = [...new Set(emailed.map(({ clientEmail }) => keyOf(clientEmail)))];
  // An email that was not sent yet is replaced by one with the documents of both.
  const waiting = await waitingDocuments(tx, keys);
  for (const key of keys) await cancelMails(tx, key);
  const documents =
    waiting.length > 0 ? await openDocumentsOf(tx, [...revoked, ...waiting]) : emailed;
  const emails = companyEmails(open);
  const byEmail = new Map<string, RenewedDocument[]>();
  for (const { kind, id, clientEmail: email, number } of documents) {
    const link = await links.mailed(tx, kind, id);
    const known = byEmail.get(email) ?? [];
    byEmail.set(email, [...known, { kind, id, number: number ?? '', link }]);
  }
  for (const [email, renewed] of byEmail) {
    const undo = { key: keyOf(email), seconds: gatherSeconds };
    await emails.renewed(tx, { email, documents: renewed, undo });
  }
}

/** Seconds for which new links for one addressee are collected in one email. */
const gatherSeconds = 60;

const keyOf = (email: string): string => `renewed links ${email.toLowerCase()}`;

/** Returns the records whose links are in emails that were not sent yet. */
async function waitingDocuments(tx: Transaction, keys: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ linkNonce: mails.linkNonce })
    .from(mails)
    .where(and(inArray(mails.cancelKey, [...keys]), isNull(mails.sentAt), eq(mails.attempts, 0)));
  const nonces = rows.flatMap(({ linkNonce }) => (linkNonce ? splitNonces(linkNonce) : []));
  const known = await tx
    .select({ about: documentLinks.about })
    .from(documentLinks)
    .where(inArray(documentLinks.nonce, nonces));
  return known.map(({ about }) => about);
}

/** Returns the open documents among the records that can be sent to their addressee. */
async function openDocumentsOf(tx: Transaction, abouts: readonly string[]) {
  const offered = await tx
    .select()
    .from(proposals)
    .where(
      and(
        inArray(proposals.id, idsOf(abouts, 'proposal')),
        ne(proposals.clientEmail, ''),
        isNull(proposals.deletedAt),
      ),
    )
    .orderBy(proposals.id);
  const billed = await tx
    .select()
    .from(invoices)
    .where(and(inArray(invoices.id, idsOf(abouts, 'invoice')), ne(invoices.clientEmail, '')))
    .orderBy(invoices.id);
  const documents = [
    ...offered
      .filter(({ status }) => isOpenProposal(status))
      .map((row) => ({ ...row, kind: 'proposal' as const })),
    ...billed
      .filter(({ status }) => status === 'open')
      .map((row) => ({ ...row, kind: 'invoice' as const })),
  ];
  const sendable: typeof documents = [];
  for (const document of documents) {
    const clientEmail =
      document.kind === 'invoice' ? await currentRecipient(tx, document) : document.clientEmail;
    const isSendable = clientEmail !== '' && !(await whyNotSent(tx, { ...document, clientEmail }));
    if (isSendable) sendable.push({ ...document, clientEmail });
  }
  return sendable;
}
