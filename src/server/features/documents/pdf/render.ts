import { renderToBuffer } from '@react-pdf/renderer';

import { attachXml } from './attach-xml';
import { type CreditNotePdf, creditNotePdf } from './credit-note-pdf';
import { facturX } from './factur-x';
import { type InvoicePdf, invoicePdf } from './invoice-pdf';
import { proposalPdf } from './proposal-pdf';

// This module is imported with the first document: the libraries are large, and the start does not wait for them.

export async function renderInvoice(invoice: InvoicePdf): Promise<Uint8Array> {
  const pdf = await renderToBuffer(invoicePdf(invoice));
  const xml = facturX(invoice);
  return xml ? attachXml(pdf, xml, new Date(`${invoice.issueDate}T12:00:00Z`)) : pdf;
}

export const renderCreditNote = (note: CreditNotePdf): Promise<Uint8Array> =>
  renderToBuffer(creditNotePdf(note));

export const renderProposal = (...content: Parameters<typeof proposalPdf>): Promise<Uint8Array> =>
  renderToBuffer(proposalPdf(...content));
