import { addDocumentEvent } from '~/server/features/documents/events';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import { insertDraft } from './draft-fields';
import { lockInvoice, type Transaction } from './invoices.rows';

/**
 * Creates a draft with the client, items and note of an invoice in any state. Does not copy dates, the schedule, or the
 * link to a proposal or recurring invoice. The draft uses the current data of the client's record.
 *
 * @returns the id of the draft
 */
export async function copyInvoice(tx: Transaction, actor: Actor, id: number): Promise<number> {
  const original = await lockInvoice(tx, id);
  const { userId, companyId, requestId, buyer, buyerOverrides, clientName, clientEmail } = original;
  const { items, discount, totals, totalCents, taxProposed, currency, note, number } = original;
  const copy = await insertDraft(tx, {
    ...{ userId, companyId, requestId, buyer, buyerOverrides, clientName, clientEmail },
    ...{ items, discount, totals, totalCents, taxProposed, currency, note },
  });
  const text = number ? `Copy of ${number}` : '';
  await addDocumentEvent(tx, { invoiceId: copy.id }, 'created', { text, author: nameOf(actor) });
  await recordAudit(tx, actor, {
    action: 'invoice.created',
    about: `invoice:${copy.id}`,
    did: `copied ${number ? `the invoice ${number}` : 'the draft of an invoice'} for ${clientName}`,
  });
  return copy.id;
}
