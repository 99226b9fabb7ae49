import { type DocumentProps, renderToBuffer } from '@react-pdf/renderer';
import type { ReactElement } from 'react';

import { attachXml } from './attach-xml';
import { type CreditNotePdf, creditNotePdf } from './credit-note-pdf';
import { facturX } from './factur-x';
import { type InvoicePdf, invoicePdf } from './invoice-pdf';
import { proposalPdf } from './proposal-pdf';
import { type PdfTones, ToneContext } from './theme';

// This module is imported with the first document: the libraries are large, and the start does not wait for them.

const render = (document: ReactElement<DocumentProps>, tones: PdfTones): Promise<Uint8Array> =>
  // The document is found within; the type asks for it as the root.
  renderToBuffer(
    (
      <ToneContext.Provider value={tones}>{document}</ToneContext.Provider>
    ) as ReactElement<DocumentProps>,
  );

export async function renderInvoice(invoice: InvoicePdf, tones: PdfTones): Promise<Uint8Array> {
  const pdf = await render(invoicePdf(invoice), tones);
  const xml = facturX(invoice);
  return xml ? attachXml(pdf, xml, new Date(`${invoice.issueDate}T12:00:00Z`)) : pdf;
}

export const renderCreditNote = (note: CreditNotePdf, tones: PdfTones): Promise<Uint8Array> =>
  render(creditNotePdf(note), tones);

export const renderProposal = (
  content: Parameters<typeof proposalPdf>,
  tones: PdfTones,
): Promise<Uint8Array> => render(proposalPdf(...content), tones);
