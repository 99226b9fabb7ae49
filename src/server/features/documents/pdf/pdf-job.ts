import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import type { CreditNotePdf } from './credit-note-pdf';
import type { InvoicePdf } from './invoice-pdf';
import type { AcceptanceRecord } from './proposal-pdf';
import type { PdfTones } from './theme';

/** A document that is to be laid out. */
export type PdfJob =
  | { kind: 'invoice'; content: InvoicePdf }
  | { kind: 'credit note'; content: CreditNotePdf }
  | { kind: 'proposal'; content: [ShownProposal, AcceptanceRecord | undefined] };

export type RenderPdf = (job: PdfJob, tones: PdfTones) => Promise<Uint8Array>;

/** What a thread answers. */
export type PdfAnswer = { bytes: Uint8Array } | { problem: string };
