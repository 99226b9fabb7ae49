import type { EInvoiceSyntax } from '~/contract/invoices/invoices';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import type { EInvoiceContent } from '~/server/features/documents/e-invoice/e-invoice-content';
import type { CreditNotePdf } from './credit-note-pdf';
import type { InvoicePdf } from './invoice-pdf';
import type { AcceptanceRecord } from './proposal-pdf';
import type { PdfTones } from './theme';

/** Job for the PDF thread: a document to lay out or to write as XML, or texts to check for missing letters. */
export type PdfJob =
  | { kind: 'invoice'; content: InvoicePdf }
  | { kind: 'credit note'; content: CreditNotePdf }
  | { kind: 'proposal'; content: [ShownProposal, AcceptanceRecord | undefined] }
  /** Returns the letters that no font has, as JSON. */
  | { kind: 'letters'; content: unknown }
  | { kind: 'xml'; content: EInvoiceContent; syntax: EInvoiceSyntax };

export type RenderPdf = (job: PdfJob, tones: PdfTones) => Promise<Uint8Array>;

/** Answer of the PDF thread. */
export type PdfAnswer = { bytes: Uint8Array } | { problem: string };
