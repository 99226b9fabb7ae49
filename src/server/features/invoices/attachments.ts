import { eq, type SQL } from 'drizzle-orm';

import type { MailKind } from '~/contract/common/mail';
import type { SalesSettings } from '~/contract/settings/sales-settings-schema';
import { isLiveMail } from '~/server/features/documents/links';
import type { DocumentFile } from '~/server/features/documents/pdf/pdfs';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { Attachment } from '~/server/platform/mail/transport';
import { withTimeout } from '~/server/platform/timeout';
import type { InvoiceRow } from './invoices.rows';

/** An email that is about to be sent. */
export interface AttachedTo {
  kind: MailKind;
  about: string;
  linkNonce: string | null;
}

/**
 * Kinds of emails that have a PDF. For `payment_received`, these are payments of plans, whose invoice is new to the
 * client.
 */
const withPdf: readonly MailKind[] = ['invoice_issued', 'invoice_reminder', 'payment_received'];

/**
 * Milliseconds to wait for a document, after which the email is sent without it. Slightly less than the time for which
 * an email is claimed.
 */
const patienceMs = 20_000;

/**
 * Creates a function that returns the PDF for an email about an invoice. The function returns no
 * PDF if it cannot be laid out, because the email also contains the link.
 */
export function createAttachments(
  db: Database,
  options: {
    getSales(): Promise<Pick<SalesSettings, 'attachPdf'>>;
    pdfOf(row: InvoiceRow, right: SQL): Promise<DocumentFile>;
    onFailure(about: string, error: unknown): void;
    patienceMs?: number | undefined;
  },
) {
  async function attach({ kind, about, linkNonce }: AttachedTo): Promise<Attachment[]> {
    if (!withPdf.includes(kind) || !(await options.getSales()).attachPdf) return [];
    const id = Number(/^invoice:(\d+)$/.exec(about)?.[1]);
    const [row] = id ? await db.select().from(invoices).where(eq(invoices.id, id)) : [];
    if (!row || row.status === 'draft') return [];
    if (kind === 'payment_received' && !row.stripeInvoiceId) return [];
    const { name, bytes, type } = await options.pdfOf(row, isLiveMail(linkNonce));
    return [{ filename: name, content: Buffer.from(bytes), contentType: type }];
  }

  return async (mail: AttachedTo): Promise<Attachment[]> => {
    try {
      return await withTimeout(attach(mail), options.patienceMs ?? patienceMs);
    } catch (error) {
      options.onFailure(mail.about, error);
      return [];
    }
  };
}
