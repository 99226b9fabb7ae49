import type { EInvoiceSyntax } from '~/contract/invoices/invoices';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import type { EInvoiceContent } from '~/server/features/documents/e-invoice/e-invoice-content';
import type { CreditNotePdf } from './credit-note-pdf';
import type { InvoicePdf } from './invoice-pdf';
import type { AcceptanceRecord } from './proposal-pdf';
import type { PdfTones } from './theme';

/** Job for the PDF thread: lays out a document, writes it as XML, or checks texts for missing characters. */
export type PdfJob =
  | { kind: 'invoice'; content: InvoicePdf }
  | { kind: 'credit note'; content: CreditNotePdf }
  | { kind: 'proposal'; content: [ShownProposal, AcceptanceRecord | undefined] }
  /** The job returns characters that are missing in all fonts, as JSON. */
  | { kind: 'letters'; content: unknown }
  | { kind: 'xml'; content: EInvoiceContent; syntax: EInvoiceSyntax };

export type RenderPdf = (job: PdfJob, tones: PdfTones) => Promise<Uint8Array>;

/** Result of a job of the PDF thread. */
export type PdfAnswer = { bytes: Uint8Array } | { problem: string };
