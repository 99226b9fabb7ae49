import type { ProposalContent } from '~/contract/proposals/proposal-content';
import { accountOf, ensureClient, findClient } from '~/server/features/documents/clients';
import type { UserRow } from '~/server/features/identity/users';
import type { ProposalRow, Transaction } from './proposals.rows';

type Named = Pick<ProposalContent, 'client'>;
type Addressed = Pick<ProposalRow, 'content' | 'userId' | 'clientEmail'>;

/**
 * Whose a proposal is and where its mails go. What it says of its client is as it was written: since then the client may have another
 * email, or a colleague may have taken it over. It is readdressed only by another email in the content.
 */
export async function addresseeOf(
  tx: Transaction,
  { client }: Named,
  before?: Addressed,
): Promise<Partial<Pick<ProposalRow, 'userId' | 'clientEmail' | 'companyId'>>> {
  if (before && !isReaddressed({ client }, before)) {
    const { clientEmail } = before;
    return { clientEmail, userId: before.userId ?? (await accountOf(tx, clientEmail)) };
  }
  const userId = await accountOf(tx, client.email);
  // With an account, the company is that of the account.
  return { userId, clientEmail: client.email, ...(userId === null && { companyId: null }) };
}

export const isReaddressed = ({ client }: Named, before: Addressed): boolean =>
  client.email.toLowerCase() !== before.content.client.email.toLowerCase();

/** Who accepts: the account that the proposal is for, else that with its email, which is made where there is none. */
export const acceptingClient = (tx: Transaction, row: Addressed): Promise<UserRow> =>
  row.userId ? findClient(tx, row.userId) : ensureClient(tx, row.content.client);
