import { and, inArray, isNull, ne, sql } from 'drizzle-orm';

import { isOpenProposal } from '~/contract/proposals/proposals';
import type { DocumentLinks } from '~/server/features/documents/links';
import { invoices } from '~/server/platform/db/schema/invoices';
import { mails } from '~/server/platform/db/schema/mail';
import { documentLinks, proposals } from '~/server/platform/db/schema/proposals';
import { isWaiting } from '~/server/platform/mail/cancel-mails';
import type { OpenMailer } from '~/server/platform/mail/mailer';
import { companyEmails, type RenewedDocument } from './emails';
import type { Transaction } from './locks';
import { currentRecipient } from './recipients';

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
  if (revoked.length === 0) return;
  const emailed = await openDocumentsOf(tx, revoked);
  // An unsent email is replaced by one with the documents of both emails, without links that were revoked.
  const waiting = await waitingEmails(
    tx,
    new Set(emailed.map(({ clientEmail }) => keyOf(clientEmail))),
  );
  if (waiting.ids.length > 0)
    await tx.delete(mails).where(and(inArray(mails.id, waiting.ids), isWaiting));
  const documents =
    waiting.abouts.length > 0
      ? await openDocumentsOf(tx, [...revoked, ...waiting.abouts])
      : emailed;
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

const keyPrefix = 'renewed links ';
const keyOf = (email: string): string => `${keyPrefix}${email.toLowerCase()}`;

/**
 * Returns unsent emails with new links that have one of the keys, or contain a link that was revoked in the meantime;
 * and the records of their other links.
 */
async function waitingEmails(
  tx: Transaction,
  keys: ReadonlySet<string>,
): Promise<{ ids: number[]; abouts: string[] }> {
  // Reads links and emails in one statement, so that a concurrent change of another company is seen either completely
  // or not at all.
  const emails = await tx.execute<{ id: number; key: string; abouts: (string | null)[] }>(sql`
    select ${mails.id} as id, ${mails.cancelKey} as key, json_agg(${documentLinks.about}) as abouts
    from ${mails} cross join unnest(string_to_array(${mails.linkNonce}, ' ')) as mailed(nonce)
      left join ${documentLinks} on ${documentLinks.nonce} = mailed.nonce
    where ${mails.cancelKey} like ${`${keyPrefix}%`} and ${isWaiting} group by ${mails.id}`);
  const replaced = emails.filter(({ key, abouts }) => keys.has(key) || abouts.includes(null));
  return {
    ids: replaced.map(({ id }) => id),
    abouts: replaced.flatMap(({ abouts }) => abouts.flatMap((about) => about ?? [])),
  };
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
    const name = document.kind === 'invoice' ? 'invoices' : 'proposals';
    const clientEmail = await currentRecipient(tx, name, document);
    if (clientEmail !== '') sendable.push({ ...document, clientEmail });
  }
  return sendable;
}
