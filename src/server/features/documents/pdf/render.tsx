import { type DocumentProps, renderToBuffer } from '@react-pdf/renderer';
import type { ReactElement } from 'react';

import { attachXml } from './attach-xml';
import { creditNotePdf } from './credit-note-pdf';
import { facturX } from './factur-x';
import { invoicePdf } from './invoice-pdf';
import type { PdfJob } from './pdf-job';
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

/** @param job all that the document shows; plain data, so that it can be sent to a thread */
export async function renderPdf(job: PdfJob, tones: PdfTones): Promise<Uint8Array> {
  switch (job.kind) {
    case 'invoice': {
      const { content } = job;
      const pdf = await render(invoicePdf(content), tones);
      const xml = facturX(content);
      return xml ? attachXml(pdf, xml, new Date(`${content.issueDate}T12:00:00Z`)) : pdf;
    }
    case 'credit note':
      return render(creditNotePdf(job.content), tones);
    case 'proposal':
      return render(proposalPdf(...job.content), tones);
  }
}
