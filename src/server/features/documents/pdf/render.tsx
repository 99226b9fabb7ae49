import { type DocumentProps, renderToBuffer } from '@react-pdf/renderer';
import type { ReactElement } from 'react';

import { writeXml } from '~/server/features/documents/e-invoice/write-xml';
import { creditNotePdf } from './credit-note-pdf';
import { drawableOf } from './drawable';
import { finishPdf } from './finish';
import { type InvoicePdf, invoicePdf } from './invoice-pdf';
import type { PdfJob } from './pdf-job';
import { proposalPdf } from './proposal-pdf';
import { type PdfTones, ScriptContext, ToneContext } from './theme';

/** Returns the finished PDF, with the structured invoice if the document has one. */
async function withXml(
  pdf: Uint8Array,
  { eInvoice, issueDate }: Pick<InvoicePdf, 'eInvoice' | 'issueDate'>,
): Promise<Uint8Array> {
  if (!eInvoice) return finishPdf(pdf);
  const xml = await writeXml(eInvoice, 'factur-x');
  return finishPdf(pdf, { xml, date: new Date(`${issueDate}T12:00:00Z`) });
}

const render = (
  document: ReactElement<DocumentProps>,
  tones: PdfTones,
  scripts: readonly string[],
): Promise<Uint8Array> =>
  // The type requires a document as root element, which these providers contain.
  renderToBuffer(
    (
      <ToneContext.Provider value={tones}>
        <ScriptContext.Provider value={scripts}>{document}</ScriptContext.Provider>
      </ToneContext.Provider>
    ) as ReactElement<DocumentProps>,
  );

/** Lays out a document. @param job all content of the document; plain data, so that it can be sent to a thread */
export async function renderPdf(job: PdfJob, tones: PdfTones): Promise<Uint8Array> {
  switch (job.kind) {
    case 'invoice': {
      const { content, scripts } = await drawableOf(job.content, tones.typeface);
      return withXml(await render(invoicePdf(content), tones, scripts), content);
    }
    case 'credit note': {
      const { content, scripts } = await drawableOf(job.content, tones.typeface);
      return withXml(await render(creditNotePdf(content), tones, scripts), content);
    }
    case 'letters': {
      const { missing } = await drawableOf(job.content, tones.typeface);
      return new TextEncoder().encode(JSON.stringify(missing));
    }
    case 'xml':
      return new TextEncoder().encode(await writeXml(job.content, job.syntax));
    case 'proposal': {
      const { content, scripts } = await drawableOf(job.content, tones.typeface);
      return finishPdf(await render(proposalPdf(...content), tones, scripts));
    }
  }
}
