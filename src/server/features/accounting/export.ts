import { setTimeout as delay } from 'node:timers/promises';

import { type Period, yearsOf } from '~/contract/accounting/accounting';
import type { AccountingSetting } from '~/contract/accounting/datev-schema';
import { AppError } from '~/contract/common/errors';
import { eInvoiceSyntaxes } from '~/contract/invoices/invoices';
import type { DocumentFile } from '~/server/features/documents/pdf/pdfs';
import type { Invoices } from '~/server/features/invoices/invoices.service';
import type { Database } from '~/server/platform/db/client';
import { datevBatch } from './datev';
import { documentsOf, type ListedDocument, paymentsOf } from './listed-documents';
import { documentLines, ecSalesLines, paymentLines } from './lists';
import { readEcSales } from './sums';
import { type ZipWriter, zipStream } from './zip-stream';

/** Maximum number of attempts for a document while many others are being prepared. */
const attemptsMax = 5;

export interface ExportOptions {
  invoices: Pick<Invoices, 'issuedPdfOfAny' | 'xmlOfAny'> & {
    creditNotes: Pick<Invoices['creditNotes'], 'pdfOfAny'>;
  };
  onFailure(about: string, error: unknown): void;
}

interface Exported {
  period: Period;
  timeZone: string;
  agency: string;
  /** DATEV settings; undefined if the seller is not in Germany. */
  datev: AccountingSetting['datev'] | undefined;
}

const notes = (
  { agency, period, datev }: Exported,
  hasEcSales: boolean,
) => `Documents and payments of ${agency}
from ${period.from} to ${period.to}, both days included.

documents.csv  a line for each tax of each invoice and credit note, by the day of issue; what a credit note takes
               back is below zero
payments.csv   what was received, by the day of payment, and what was given back, by the day on which it went
${hasEcSales ? 'ec-sales-list.csv  supplies to businesses in other member states by VAT number, invoices less credit notes\n' : ''}documents      the PDF of each document as it was issued (without a link that was revoked since), and its structured invoice (EN 16931) as CII and UBL where there is one
${datev ? 'EXTF_Buchungsstapel*.csv  the documents as a booking batch for DATEV, a file for each calendar year\n' : ''}problems.txt   what could not be written, if there is anything
`;

async function* one(content: string | Uint8Array) {
  yield content;
}

/** Returns a file name for the ZIP: document numbers may contain slashes. */
const fileName = (number: string): string => number.replace(/[^\w.-]/g, '_');

/** Creates the accountant's ZIP file while it is read, one document at a time. */
export function exportParts(
  db: Database,
  options: ExportOptions,
  exported: Exported,
): AsyncGenerator<Buffer> {
  const { invoices, onFailure } = options;
  const { period, timeZone, datev } = exported;

  async function writeBatches(zip: ZipWriter, onProblem: (text: string) => void) {
    const years = datev ? yearsOf(period) : [];
    for (const year of years) {
      const end = years.length > 1 ? `_${year.from.slice(0, 4)}` : '';
      await zip.add(
        `EXTF_Buchungsstapel${end}.csv`,
        datevBatch(documentsOf(db, year), {
          datev: datev as AccountingSetting['datev'],
          year,
          now: new Date(),
          onProblem,
        }),
      );
    }
  }

  /** Returns the PDF of a document. @returns undefined for a document that does not exist or cannot be created */
  async function fileOf(
    zip: ZipWriter,
    read: () => Promise<DocumentFile>,
    onProblem: (error: unknown) => void,
  ): Promise<Uint8Array | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await read()).bytes;
      } catch (error) {
        if (isCode(error, 'NOT_FOUND')) return undefined;
        if (!isCode(error, 'SERVICE_UNAVAILABLE') || attempt === attemptsMax) {
          onProblem(error);
          return undefined;
        }
        await delay(attempt * 1000, undefined, { signal: zip.signal });
      }
    }
  }

  async function writeDocument(
    zip: ZipWriter,
    { invoiceId, noteId, number }: ListedDocument,
    onProblem: (text: string) => void,
  ) {
    const pdf = () =>
      noteId
        ? invoices.creditNotes.pdfOfAny(invoiceId, noteId)
        : invoices.issuedPdfOfAny(invoiceId);
    const files = [
      { end: 'pdf', read: pdf, isCompressed: false },
      ...eInvoiceSyntaxes.map((syntax) => ({
        end: `${syntax}.xml`,
        read: () => invoices.xmlOfAny(invoiceId, noteId, syntax),
        isCompressed: true,
      })),
    ];
    for (const { end, read, isCompressed } of files) {
      zip.signal.throwIfAborted();
      const bytes = await fileOf(zip, read, (error) => {
        onFailure(`${number}.${end}`, error);
        onProblem(`${number}.${end} could not be made`);
      });
      if (bytes) await zip.add(`documents/${fileName(number)}.${end}`, one(bytes), isCompressed);
    }
  }

  return zipStream(async (zip) => {
    const problems: string[] = [];
    const onProblem = (text: string) => problems.push(text);
    const ecSales = [...(await readEcSales(db, period))];
    await zip.add('read-me.txt', one(notes(exported, ecSales.length > 0)));
    await zip.add('documents.csv', documentLines(documentsOf(db, period)));
    await zip.add('payments.csv', paymentLines(paymentsOf(db, period, timeZone), timeZone));
    if (ecSales.length > 0) await zip.add('ec-sales-list.csv', ecSalesLines(ecSales));
    await writeBatches(zip, onProblem);
    for await (const document of documentsOf(db, period)) {
      await writeDocument(zip, document, onProblem);
    }
    if (problems.length > 0) await zip.add('problems.txt', one(`${problems.join('\n')}\n`));
  });
}

const isCode = (error: unknown, code: AppError['code']): boolean =>
  error instanceof AppError && error.code === code;
