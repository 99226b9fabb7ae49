import { createHash } from 'node:crypto';

import { and, eq, ne } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { AppError } from '~/contract/common/errors';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import type { BrandImage } from '~/contract/settings/logo-schema';
import { createEncryption } from '~/server/features/identity/encryption';
import { hashOf, type Look, rasterUrl } from '~/server/features/settings/logo';
import type { Database } from '~/server/platform/db/client';
import { documentPdfs } from '~/server/platform/db/schema/document-pdfs';
import type { CreditNotePdf } from './credit-note-pdf';
import type { InvoicePdf } from './invoice-pdf';
import type { PdfJob, RenderPdf } from './pdf-job';
import type { AcceptanceRecord } from './proposal-pdf';
import type { PdfTones } from './theme';

/** Raised with a change of the layout: stored documents are then rendered again. */
const layoutVersion = 4;

/** Documents that may wait to be rendered; further requests are rejected. */
export const documentsWaitingMax = 20;

const failureMs = 10 * 60 * 1000;

export interface Pdf {
  name: string;
  bytes: Uint8Array;
}

/** In points. */
const logoBox = { width: 150, height: 26 };

async function pdfLogo(logo: BrandImage): Promise<PdfTones['logo'] | undefined> {
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  const src = await rasterUrl(logo, Math.round(logo.height * scale * 4));
  return src === undefined
    ? undefined
    : {
        src,
        width: logo.width * scale,
        height: logo.height * scale,
      };
}

const keyOf = (content: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([layoutVersion, content]))
    .digest('hex');

/** PDFs of documents: each is rendered once, one at a time, and stored. They are rendered again in other colours. */
export function createPdfs(
  db: Database,
  options: {
    getLook(): Promise<Look>;
    render: RenderPdf;
    /** Stored documents are encrypted: those of invoices hold private links. */
    secret: string;
  },
) {
  const encryption = createEncryption(options.secret, 'stored documents');
  const limit = pLimit(1);
  /** Documents that could not be laid out: asked for again, they do not take their time again. */
  const failures = new LRUCache<string, AppError>({ max: 200, ttl: failureMs });

  async function stored(name: string, number: string, content: unknown, job: PdfJob): Promise<Pdf> {
    const {
      tones: { rust, paper },
      logo,
      typeface,
    } = await options.getLook();
    // Without a logo the key is that of a document from before there were any.
    const key = keyOf([
      content,
      { rust, paper, ...(logo && { logo: hashOf(logo) }), ...(typeface && { typeface }) },
    ]);
    const find = async () => {
      const [row] = await db
        .select({ bytes: documentPdfs.bytes })
        .from(documentPdfs)
        .where(and(eq(documentPdfs.number, number), eq(documentPdfs.key, key)));
      const opened = row && encryption.decrypt(row.bytes.toString('base64'), key);
      return opened === undefined ? undefined : Buffer.from(opened, 'base64');
    };
    const known = await find();
    if (known) return { name, bytes: known };
    const failure = failures.get(key);
    if (failure) throw failure;
    if (limit.pendingCount >= documentsWaitingMax) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Too many documents are being prepared right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      );
    }
    const remember = (error: unknown): never => {
      if (error instanceof AppError) failures.set(key, error);
      throw error;
    };
    return limit(async () => {
      // Another request may have had it rendered meanwhile.
      const draw = async () => {
        const drawn = logo && (await pdfLogo(logo));
        const tones = { rust, paper, typeface, ...(drawn && { logo: drawn }) };
        return Buffer.from(await options.render(job, tones).catch(remember));
      };
      const bytes = (await find()) ?? (await draw());
      const sealed = Buffer.from(encryption.encrypt(bytes.toString('base64'), key), 'base64');
      await db
        .insert(documentPdfs)
        .values({ number, key, bytes: sealed })
        .onConflictDoUpdate({
          target: [documentPdfs.number, documentPdfs.key],
          set: { bytes: sealed },
        });
      await db
        .delete(documentPdfs)
        .where(and(eq(documentPdfs.number, number), ne(documentPdfs.key, key)));
      return { name, bytes };
    });
  }

  return {
    /** @param invoice an issued one; what was frozen at issue is shown, and how it is paid */
    invoice(invoice: InvoicePdf): Promise<Pdf> {
      const { number, seller, client, items, totals, currency } = invoice;
      const { issueDate, dueDate, serviceDate, note, payment } = invoice;
      const shown: InvoicePdf = {
        number,
        seller,
        client,
        items,
        totals,
        currency,
        issueDate,
        dueDate,
        serviceDate,
        note,
        payment,
      };
      const job: PdfJob = { kind: 'invoice', content: shown };
      return stored(`Invoice ${number}.pdf`, number, shown, job);
    },

    creditNote(note: CreditNotePdf): Promise<Pdf> {
      const job: PdfJob = { kind: 'credit note', content: note };
      return stored(`Credit note ${note.number}.pdf`, note.number, note, job);
    },

    /** @param acceptance the record of an accepted proposal */
    proposal(proposal: ShownProposal, acceptance: AcceptanceRecord | undefined): Promise<Pdf> {
      const { number, version, contentHash } = proposal;
      return stored(
        `Proposal ${number}.pdf`,
        number,
        { contentHash, version, acceptance },
        { kind: 'proposal', content: [proposal, acceptance] },
      );
    },
  };
}

export type Pdfs = ReturnType<typeof createPdfs>;
