import { InvoiceService } from '@e-invoice-eu/core';

import type { EInvoiceSyntax } from '~/contract/invoices/invoices';
import type { EInvoiceContent } from './e-invoice-content';
import { ublOf } from './ubl';

const silent = { log() {}, warn() {}, error() {} };
const service = new InvoiceService(silent);

const formats = { cii: 'CII', ubl: 'UBL', 'factur-x': 'CII' } as const;

/**
 * Writes a document as XML that conforms to EN 16931.
 *
 * @param syntax `factur-x` for the CII embedded in a PDF, whose profile is EN 16931 itself
 */
export async function writeXml(
  content: EInvoiceContent,
  syntax: EInvoiceSyntax | 'factur-x',
): Promise<string> {
  const xml = await service.generate(ublOf(content, syntax), {
    format: formats[syntax],
    lang: 'en',
    noWarnings: true,
  });
  return typeof xml === 'string' ? xml : new TextDecoder().decode(xml);
}
