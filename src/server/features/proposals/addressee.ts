import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { ProposalContent } from '~/contract/proposals/proposal-content';
import { membersWith, payerOf } from '~/server/features/companies/recipients';
import {
  accountOf,
  ensureClient,
  findClient,
  lockCompanyOf,
} from '~/server/features/documents/clients';
import { companies } from '~/server/platform/db/schema/companies';
import type { ProposalRow, Transaction } from './proposals.rows';

type Named = Pick<ProposalContent, 'client'>;
type Addressed = Pick<ProposalRow, 'content' | 'userId' | 'clientEmail' | 'companyId'>;

/**
 * Returns the owner of a proposal and the recipient of its emails. The client in the content is a snapshot: since then,
 * the client may have changed their email, or a colleague may have become the recipient. The addressee therefore
 * changes only if the content gets a different email.
 */
export async function addresseeOf(
  tx: Transaction,
  { client }: Named,
  before?: Addressed,
): Promise<Pick<ProposalRow, 'userId' | 'clientEmail' | 'companyId'> & { broughtById?: null }> {
  if (!before) return addresseeWith(tx, client.email);
  // Members who leave take along only records that are still their own.
  if (isReaddressed({ client }, before))
    return { ...(await addresseeWith(tx, client.email)), broughtById: null };
  const { clientEmail, userId, companyId } = before;
  return userId ? { clientEmail, userId, companyId } : addresseeWith(tx, clientEmail);
}

/** Replaces a member who cannot see proposals with a colleague who can, or else with the company's mailbox. */
async function addresseeWith(tx: Transaction, email: string) {
  const userId = await accountOf(tx, email);
  const companyId = userId ? await lockCompanyOf(tx, userId) : null;
  if (companyId === null) return { userId, clientEmail: email, companyId: null };
  const payer = await payerOf(tx, companyId, userId);
  if (payer?.id === userId) return { userId, clientEmail: email, companyId };
  if (payer) return { userId: payer.id, clientEmail: payer.email, companyId };
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId));
  return { userId, clientEmail: company?.email || email, companyId };
}

export const isReaddressed = ({ client }: Named, before: Pick<ProposalRow, 'content'>): boolean =>
  client.email.toLowerCase() !== before.content.client.email.toLowerCase();

/** Owners of the records that an acceptance creates. */
export interface Accepting {
  companyId: number | null;
  /** Owner of the proposal and its invoices. */
  payerId: string;
  /** Owner of the request. */
  requesterId: string;
}

/**
 * Returns the account that a proposal is for, or else the account with the proposal's email, which is created if
 * necessary. For a proposal of a company, returns members with the rights, or else the account with the company's
 * email, but never a former member.
 *
 * @throws CONFLICT for a company without such a member and without an email
 */
export async function acceptingClients(tx: Transaction, row: Addressed): Promise<Accepting> {
  let { companyId, userId } = row;
  if (companyId === null) {
    const client = await (userId ? findClient(tx, userId) : ensureClient(tx, row.content.client));
    companyId = await lockCompanyOf(tx, client.id);
    if (companyId === null) return { companyId, payerId: client.id, requesterId: client.id };
    userId = client.id;
  }
  // While this proposal is locked, the members of its company cannot change, because that requires locking all of the
  // company's proposals.
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId));
  const payer =
    (await payerOf(tx, companyId, userId)) ??
    (company?.email ? await ensureClient(tx, company) : undefined);
  if (!payer) {
    const message = `Nobody in ${company?.name} may receive its invoices yet. Please write to us.`;
    throw new AppError('CONFLICT', message);
  }
  const requesters = await membersWith(tx, companyId, 'requests');
  const requester =
    requesters.find(({ id }) => id === payer.id) ??
    requesters.find(({ id }) => id === userId) ??
    requesters[0] ??
    payer;
  return { companyId, payerId: payer.id, requesterId: requester.id };
}
