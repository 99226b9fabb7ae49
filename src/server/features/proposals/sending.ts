import { eq } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { totalsOf } from '~/contract/documents/money';
import { isOpenProposal } from '~/contract/proposals/proposals';
import type { AdminProposal, ProposalSending } from '~/contract/proposals/proposals-schema';
import { currentRecipient, rejectUnsendable } from '~/server/features/companies/recipients';
import { markAnswered } from '~/server/features/conversations/conversations.service';
import { rejectAdmin } from '~/server/features/documents/clients';
import { rejectUnconfirmed } from '~/server/features/documents/confirmed';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { addDocumentEvent } from '~/server/features/documents/events';
import type { DocumentLinks } from '~/server/features/documents/links';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { proposals, proposalVersions } from '~/server/platform/db/schema/proposals';
import type { Mailer } from '~/server/platform/mail/mailer';
import { addresseeOf } from './addressee';
import { hashOf, rejectIncomplete } from './content';
import { proposalEmails } from './emails';
import { emitProposal } from './emit-proposal';
import {
  columnsOf,
  copiesOf,
  lockProposal,
  mailedProposal,
  notFound,
  type ProposalRow,
  statusOn,
  type Transaction,
} from './proposals.rows';
import { currentProposal } from './tax';

/** Revokes the private links that were sent. */
export async function revokeLinks(
  links: DocumentLinks,
  tx: Transaction,
  actor: Actor,
  id: number,
): Promise<void> {
  await links.revoke(tx, 'proposal', id);
  await addDocumentEvent(tx, { proposalId: id }, 'link_revoked', { author: nameOf(actor) });
}

/** Stores a version, which the client sees from now on. */
export async function addVersion(tx: Transaction, actor: Actor, row: ProposalRow): Promise<void> {
  await tx.insert(proposalVersions).values({
    proposalId: row.id,
    version: row.version,
    content: row.content,
    contentHash: hashOf(row.number, row.content),
    author: nameOf(actor),
  });
}

/** Sends a proposal's link, withdraws the proposal, and revokes the link. */
export function createProposalSending(
  db: Database,
  options: { settings: DocumentSettings; mailer: Mailer; links: DocumentLinks },
  get: (id: number) => Promise<AdminProposal>,
) {
  const { settings, mailer, links } = options;

  return {
    /**
     * Emails the link to the client. Can be repeated.
     *
     * @throws CONFLICT if the total or the client differs from the confirmed one
     */
    async send(
      actor: Actor,
      id: number,
      { message = '', copyTo = [], confirmed }: Omit<ProposalSending, 'id'> = {},
    ): Promise<{ url: string }> {
      const context = await readDocumentContext(settings);
      const emails = proposalEmails(await mailer.open());
      const url = await db.transaction(async (tx) => {
        const before = await lockProposal(tx, id);
        const isFirst = before.status === 'draft';
        const status = statusOn(context.today, before);
        if (!isFirst && !isOpenProposal(status)) {
          throw new AppError('CONFLICT', `This proposal is ${status} and cannot be sent`);
        }
        const { content, clientOverrides, taxProposed } = await currentProposal(
          tx,
          before,
          context,
        );
        const { totalCents } = totalsOf(content, content.currency);
        rejectUnconfirmed('sent', confirmed, {
          total: centsToAmount(totalCents, content.currency),
          client: content.client,
        });
        rejectIncomplete(content, context.today);
        await rejectAdmin(tx, content.client.email);
        const [sent] = await tx
          .update(proposals)
          .set({
            ...columnsOf(content),
            clientOverrides,
            taxProposed,
            ...(await addresseeOf(tx, content, before)),
            ...(isFirst && { status: 'sent', version: 1, sentAt: new Date() }),
            updatedAt: new Date(),
          })
          .where(eq(proposals.id, id))
          .returning();
        if (!sent) throw notFound();
        const to = await currentRecipient(tx, 'proposals', sent);
        // Checks the stored email first, so that the error names the member who may not see the proposal.
        if (to === '') await rejectUnsendable(tx, sent);
        const row = { ...sent, clientEmail: to };
        await rejectUnsendable(tx, row);
        if (isFirst) await addVersion(tx, actor, row);
        const copies = copiesOf(copyTo, row.clientEmail);
        const mailed = mailedProposal(row);
        const link = await links.mailed(tx, 'proposal', id);
        await emails.sent(tx, mailed, link, { message });
        for (const to of copies) {
          await emails.sent(tx, mailed, await links.mailed(tx, 'proposal', id), { message, to });
        }
        await markAnswered(tx, { kind: 'proposal', id: row.id }, { actor, number: row.number });
        await addDocumentEvent(tx, { proposalId: id }, 'sent', {
          text: [
            [row.clientEmail, ...copies].join(', '),
            ...(message ? [`with the words: “${message}”`] : []),
          ].join(' '),
          author: nameOf(actor),
        });
        await emitProposal(tx, 'proposal.sent', id);
        await recordAudit(tx, actor, {
          action: 'proposal.sent',
          about: `proposal:${id}`,
          did: `sent the proposal ${row.number} to ${row.clientName}`,
        });
        return links.urlOf(tx, 'proposal', id);
      });
      mailer.sendSoon();
      return { url };
    },

    async withdraw(actor: Actor, id: number): Promise<AdminProposal> {
      await db.transaction(async (tx) => {
        const row = await lockProposal(tx, id);
        if (!isOpenProposal(row.status)) {
          throw new AppError('CONFLICT', 'Only a proposal that was sent can be withdrawn');
        }
        await tx
          .update(proposals)
          .set({ status: 'withdrawn', decidedAt: new Date(), updatedAt: new Date() })
          .where(eq(proposals.id, id));
        await addDocumentEvent(tx, { proposalId: id }, 'withdrawn', { author: nameOf(actor) });
        await recordAudit(tx, actor, {
          action: 'proposal.withdrawn',
          about: `proposal:${id}`,
          did: `withdrew the proposal ${row.number}`,
        });
      });
      return get(id);
    },

    /** Revokes the private links that were sent. The next email contains a new link. */
    async revokeLink(actor: Actor, id: number): Promise<AdminProposal> {
      await db.transaction(async (tx) => {
        const row = await lockProposal(tx, id);
        await revokeLinks(links, tx, actor, id);
        await recordAudit(tx, actor, {
          action: 'proposal.link_revoked',
          about: `proposal:${id}`,
          did: `revoked the link to the proposal ${row.number}`,
        });
      });
      return get(id);
    },
  };
}
