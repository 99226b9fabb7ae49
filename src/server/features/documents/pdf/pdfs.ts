import { createHash } from 'node:crypto';

import { and, eq, notInArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { AppError } from '~/contract/common/errors';
import type { EInvoiceSyntax } from '~/contract/invoices/invoices';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import type { BrandImage } from '~/contract/settings/logo-schema';
import type { EInvoiceContent } from '~/server/features/documents/e-invoice/e-invoice-content';
import { createEncryption } from '~/server/features/identity/encryption';
import { hashOf, type Look, rasterUrl } from '~/server/features/settings/logo';
import type { Database } from '~/server/platform/db/client';
import { documentPdfs, documentXmls } from '~/server/platform/db/schema/document-pdfs';
import type { CreditNotePdf } from './credit-note-pdf';
import type { InvoicePdf } from './invoice-pdf';
import type { PdfJob, RenderPdf } from './pdf-job';
import type { AcceptanceRecord } from './proposal-pdf';
import type { PdfTones } from './theme';

/** Increase this number with each change of the layout, so that stored documents are laid out again. */
const layoutVersion = 7;

/** Maximum number of documents that wait for their layout. Further requests are rejected. */
export const documentsWaitingMax = 20;

const failureMs = 10 * 60 * 1000;

/** A document as it is downloaded. */
export interface DocumentFile {
  name: string;
  bytes: Uint8Array;
  type: 'application/pdf' | 'application/xml';
}

/** Characters that all fonts have. A text that consists of these needs no check. */
const commonLetters =
  /^[\x20-\x7e\u00a0-\u017f\u0386-\u03ce\u0400-\u045f\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]*$/;

/** Theme for jobs without a layout. */
const noTones: PdfTones = { rust: '', paper: '', typeface: null };

/**
 * Returns the data that an invoice prints, in a fixed order, because the hash of this data is the key of the stored
 * document.
 */
function shownOf(invoice: InvoicePdf): InvoicePdf {
  const { number, seller, client, items, discount, totals, currency } = invoice;
  const { issueDate, dueDate, serviceDate, serviceFrom, serviceTo } = invoice;
  const { taxNotes, note, payment, planPayment, ourReference, eInvoice } = invoice;
  return {
    ...{ number, seller, client, items, discount, totals, currency },
    ...{ issueDate, dueDate, serviceDate, serviceFrom, serviceTo },
    ...{ taxNotes, note, payment, planPayment, ourReference, eInvoice },
  };
}

/** Maximum size of the logo in points. */
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

const notCreated = () =>
  new AppError('UNPROCESSABLE_CONTENT', 'This document could not be created');

const keyOf = (content: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([layoutVersion, content]))
    .digest('hex');

/**
 * Creates PDFs of documents, one at a time, and stores them. Each document is laid out once, and again if its data or
 * the design changes.
 */
export function createPdfs(
  db: Database,
  options: {
    getLook(): Promise<Look>;
    render: RenderPdf;
    /** Called if a document could not be created, or only as a PDF without its structured invoice. */
    onFailure(number: string, error: unknown): void;
    /** Key that encrypts stored documents, because invoices contain private links. */
    secret: string;
  },
) {
  const encryption = createEncryption(options.secret, 'stored documents');
  const limit = pLimit(1);
  /** Recent failures, so that a repeated request fails immediately. */
  const failures = new LRUCache<string, AppError>({ max: 200, ttl: failureMs });
  /** Documents that are being laid out or are waiting for it. Further requests for such a document share the result. */
  const running = new Map<string, Promise<Buffer>>();

  function rejectWhenBusy() {
    if (limit.pendingCount < documentsWaitingMax) return;
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'Too many documents are being prepared right now. Please try again in a moment.',
      { retryAfterSeconds: 5 },
    );
  }

  /**
   * Returns a stored document, or creates and stores it.
   *
   * @param beside content of another state of the same document, whose stored file is not deleted
   */
  async function stored(
    name: string,
    number: string,
    content: unknown,
    job: PdfJob,
    beside?: unknown,
  ): Promise<DocumentFile> {
    const {
      tones: { rust, paper },
      logo,
      typeface,
    } = await options.getLook();
    const look = {
      ...{ rust, paper },
      ...(logo && { logo: hashOf(logo) }),
      ...(typeface && { typeface }),
    };
    const key = keyOf([content, look]);
    const find = async () => {
      const [row] = await db
        .select({ bytes: documentPdfs.bytes })
        .from(documentPdfs)
        .where(and(eq(documentPdfs.number, number), eq(documentPdfs.key, key)));
      const opened = row && encryption.decrypt(row.bytes.toString('base64'), key);
      return opened === undefined ? undefined : Buffer.from(opened, 'base64');
    };
    const known = await find();
    if (known) return { name, bytes: known, type: 'application/pdf' };
    const failure = failures.get(key);
    if (failure) throw failure;
    const draw = async () => {
      const drawn = logo && (await pdfLogo(logo));
      const tones = { rust, paper, typeface, ...(drawn && { logo: drawn }) };
      const rendered = options.render(job, tones).catch((error: unknown) => {
        if (!(error instanceof AppError)) options.onFailure(number, error);
        const failure = error instanceof AppError ? error : notCreated();
        failures.set(key, failure);
        throw failure;
      });
      return Buffer.from(await rendered);
    };
    const make = async () => {
      // Another instance may have created the document in the meantime.
      const bytes = (await find()) ?? (await draw());
      const sealed = Buffer.from(encryption.encrypt(bytes.toString('base64'), key), 'base64');
      await db
        .insert(documentPdfs)
        .values({ number, key, bytes: sealed })
        .onConflictDoUpdate({
          target: [documentPdfs.number, documentPdfs.key],
          set: { bytes: sealed },
        });
      const kept = [key, ...(beside === undefined ? [] : [keyOf([beside, look])])];
      await db
        .delete(documentPdfs)
        .where(and(eq(documentPdfs.number, number), notInArray(documentPdfs.key, kept)));
      return bytes;
    };
    let made = running.get(key);
    if (!made) {
      rejectWhenBusy();
      made = limit(make).finally(() => running.delete(key));
      running.set(key, made);
    }
    return { name, bytes: await made, type: 'application/pdf' };
  }

  /**
   * Stores the PDF with its structured invoice. If the structured invoice cannot be written, stores the PDF without it,
   * because the client needs the document to pay.
   */
  async function storedWithXml<Shown extends { number: string; eInvoice: unknown }>(
    name: string,
    shown: Shown,
    jobOf: (content: Shown) => PdfJob,
    beside?: Shown,
  ): Promise<DocumentFile> {
    const make = (content: Shown, other?: Shown) =>
      stored(name, shown.number, content, jobOf(content), other);
    try {
      return await make(shown, beside);
    } catch (error) {
      const isFailed = error instanceof AppError && error.code === 'UNPROCESSABLE_CONTENT';
      if (!isFailed || !shown.eInvoice) throw error;
      return make({ ...shown, eInvoice: null }, beside && { ...beside, eInvoice: null });
    }
  }

  return {
    /** Returns the characters of texts that are missing in all fonts. */
    async unprintable(content: unknown): Promise<string[]> {
      const texts = JSON.stringify(content);
      if (commonLetters.test(texts)) return [];
      const { typeface } = await options.getLook();
      rejectWhenBusy();
      const answer = await limit(() =>
        options.render({ kind: 'letters', content }, { ...noTones, typeface }),
      );
      return JSON.parse(new TextDecoder().decode(answer)) as string[];
    },

    /**
     * Returns the PDF of an invoice.
     *
     * @param invoice an issued invoice; the PDF shows its frozen data and its payments
     * @param beside the same invoice in its other state (current, or at issue), whose stored PDF is not deleted
     */
    invoice(invoice: InvoicePdf, beside: InvoicePdf): Promise<DocumentFile> {
      return storedWithXml(
        `Invoice ${invoice.number}.pdf`,
        shownOf(invoice),
        (content) => ({ kind: 'invoice', content }),
        shownOf(beside),
      );
    },

    creditNote(note: CreditNotePdf): Promise<DocumentFile> {
      return storedWithXml(`Credit note ${note.number}.pdf`, note, (content) => ({
        kind: 'credit note',
        content,
      }));
    },

    /** Returns the structured invoice of a document, which is written once and then stored permanently. */
    async xml(content: EInvoiceContent, syntax: EInvoiceSyntax): Promise<DocumentFile> {
      const { number } = content;
      const name = `${content.kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}.${syntax}.xml`;
      const find = async () => {
        const [row] = await db
          .select({ xml: documentXmls.xml })
          .from(documentXmls)
          .where(and(eq(documentXmls.number, number), eq(documentXmls.syntax, syntax)));
        return row && { name, bytes: Buffer.from(row.xml), type: 'application/xml' as const };
      };
      const known = await find();
      if (known) return known;
      rejectWhenBusy();
      return limit(async () => {
        const bytes = await options.render({ kind: 'xml', content, syntax }, noTones);
        const xml = new TextDecoder().decode(bytes);
        await db.insert(documentXmls).values({ number, syntax, xml }).onConflictDoNothing();
        // If another instance was first, its document is used.
        return (await find()) ?? { name, bytes, type: 'application/xml' as const };
      });
    },

    /** Returns the PDF of a proposal. @param acceptance the record of an accepted proposal */
    proposal(
      proposal: ShownProposal,
      acceptance: AcceptanceRecord | undefined,
    ): Promise<DocumentFile> {
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
