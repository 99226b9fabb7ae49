import { currentRecipient } from '~/server/features/companies/recipients';
import type { DocumentLinks, MailedLink } from '~/server/features/documents/links';
import type { InvoiceRow, Transaction } from './invoices.rows';

/** Recipient of an email about an invoice; the address is empty if there is no recipient. */
export interface Addressed extends MailedLink {
  to: string;
}

const noLink: MailedLink = { url: '', linkNonce: '' };

export const createAddressOf =
  (links: Pick<DocumentLinks, 'mailed'>) =>
  async (tx: Transaction, row: InvoiceRow): Promise<Addressed> => {
    // Reads the recipient before creating the link, because reading the recipient can revoke the current link.
    const to = await currentRecipient(tx, 'invoices', row);
    // A link that is created without a recipient would prevent a later recipient from getting one.
    return { to, ...(to === '' ? noLink : await links.mailed(tx, 'invoice', row.id)) };
  };
