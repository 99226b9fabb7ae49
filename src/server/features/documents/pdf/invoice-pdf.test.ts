import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';

import { eInvoiceSyntaxes } from '~/contract/invoices/invoices';
import { type TypefaceKey, typefaceKeys, typefaces } from '~/contract/settings/typefaces';
import { writeXml } from '~/server/features/documents/e-invoice/write-xml';
import { sampleContent, sampleItem } from '~/testing/e-invoices';
import { textOfPdf } from '~/testing/pdf-text';
import { samplePdf } from '~/testing/pdfs';
import type { InvoicePdf } from './invoice-pdf';
import { renderPdf } from './render';
import type { PdfTones } from './theme';
import { createWorkerRenderer } from './worker-renderer';

const tones = { rust: '#b4471a', paper: '#fbf8f2', typeface: null };
const renderInvoice = (content: InvoicePdf, look: PdfTones) =>
  renderPdf({ kind: 'invoice', content }, look);
const builtThread = fileURLToPath(
  new URL('../../../../../dist/server/pdf/worker.js', import.meta.url),
);

const invoice = samplePdf({ eInvoice: sampleContent() });

/** Returns the text of a file attached to a PDF, with its relationship. */
async function attachmentOf(bytes: Uint8Array) {
  const document = await PDFDocument.load(bytes);
  const [file] = document.catalog.lookupMaybe(PDFName.of('AF'), PDFArray)?.asArray() ?? [];
  if (!file) return undefined;
  const spec = document.context.lookup(file, PDFDict);
  const stream = spec.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'), PDFStream);
  if (!(stream instanceof PDFRawStream)) throw new Error('not a stream');
  const { dict } = stream;
  return {
    type: dict.lookup(PDFName.of('Subtype'), PDFName).decodeText(),
    hasDate: dict.lookup(PDFName.of('Params'), PDFDict).has(PDFName.of('ModDate')),
    name: spec.lookup(PDFName.of('UF'), PDFHexString).decodeText(),
    relationship: String(spec.get(PDFName.of('AFRelationship'))),
    text: inflateSync(stream.contents).toString('utf8'),
  };
}

/** Returns the drawing instructions of all pages. */
async function drawingOf(bytes: Uint8Array): Promise<string> {
  const pdf = await PDFDocument.load(bytes);
  const streams = pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream);
  return streams
    .map(({ contents }) => {
      try {
        return inflateSync(contents).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

describe('the PDF of an invoice', () => {
  it('has the XML attached as its alternative, as Factur-X requires, unless data is missing', async () => {
    const bytes = await renderInvoice(invoice, tones);
    expect(await attachmentOf(bytes)).toEqual({
      ...{ type: 'text/xml', hasDate: true, name: 'factur-x.xml' },
      relationship: '/Alternative',
      text: await writeXml(sampleContent(), 'factur-x'),
    });
    const without = await renderInvoice({ ...invoice, eInvoice: null }, tones);
    expect(await attachmentOf(without)).toBeUndefined();
  });

  it('uses the fonts that the agency has chosen', async () => {
    const fontsIn = async (typeface: TypefaceKey | null) => {
      const { context } = await PDFDocument.load(
        await renderInvoice(invoice, { ...tones, typeface }),
      );
      const names = context
        .enumerateIndirectObjects()
        .map(([, object]) => /\/FontName \/[A-Z]{6}\+([\w-]+)/.exec(String(object))?.[1] ?? '');
      return [...new Set(names.filter(Boolean))].sort();
    };
    expect(await fontsIn(null)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Bricolage/),
        expect.stringMatching(/Instrument/),
      ]),
    );
    for (const key of typefaceKeys) {
      const { display, text } = typefaces[key];
      const named = ({ family }: { family: string }) =>
        expect.stringMatching(new RegExp(family.replace(/ \d$/, '').replaceAll(' ', ''), 'i'));
      expect(await fontsIn(key)).toEqual(expect.arrayContaining([named(display), named(text)]));
    }
  });

  // Requires the built thread. `npm test` builds before it runs the tests.
  it.runIf(existsSync(builtThread))(
    'is identical if the built worker thread creates it',
    async () => {
      const render = createWorkerRenderer(builtThread, { patienceMs: 60_000 });
      const bytes = await render({ kind: 'invoice', content: invoice }, tones);
      const here = await renderInvoice(invoice, tones);
      expect(await drawingOf(bytes)).toBe(await drawingOf(here));
      expect((await attachmentOf(bytes))?.text).toBe(await writeXml(sampleContent(), 'factur-x'));
      // The build includes a different file of the XML library than Node loads.
      const content = sampleContent({ items: [sampleItem('S', '21', '0.0355', '1000')] });
      for (const syntax of eInvoiceSyntaxes) {
        const xml = new TextDecoder().decode(await render({ kind: 'xml', content, syntax }, tones));
        expect(xml).toBe(await writeXml(content, syntax));
      }
    },
  );

  it('has the logo in place of the name', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const logo = { src: `data:image/png;base64,${png}`, width: 60, height: 20 };
    const bytes = await renderInvoice(invoice, { ...tones, logo });
    const { context } = await PDFDocument.load(bytes);
    const objects = context.enumerateIndirectObjects().map(([, object]) => String(object));
    expect(objects.some((object) => object.includes('/Subtype /Image'))).toBe(true);
  });

  it('has links to the private page, and one QR code each for transfer and page', async () => {
    const url = `https://kestrel.example/invoices/${'x'.repeat(43)}`;
    const bank = {
      holder: 'Kestrel',
      iban: 'DE89370400440532013000',
      bic: '',
      details: [],
      reference: invoice.number,
      epc: 'BCD\n002\n1\nSCT\n\nKestrel\nDE89370400440532013000\nEUR425.88\n\n\nINV-2026-0001',
    };
    const { payment } = invoice;
    const draw = async (changes: Partial<InvoicePdf['payment']>) => {
      const bytes = await renderInvoice({ ...invoice, payment: { ...payment, ...changes } }, tones);
      const { context } = await PDFDocument.load(bytes);
      const objects = context.enumerateIndirectObjects().map(([, object]) => String(object));
      const drawing = await drawingOf(bytes);
      return {
        links: objects.filter((object) => object.includes(`/URI (${url})`)).length,
        // Each dark module of the QR code begins with a move instruction.
        modules: drawing.match(/ m$/gm)?.length ?? 0,
        lines: drawing.match(/\bTJ$/gm)?.length ?? 0,
      };
    };
    const none = await draw({});
    const transfer = await draw({ bank: { ...bank, epc: null } });
    const code = await draw({ bank });
    const both = await draw({ bank, url });
    expect([none.links, both.links]).toEqual([0, 1]);
    expect(transfer.modules).toBe(none.modules);
    expect(code.modules).toBeGreaterThan(transfer.modules + 200);
    expect(both.modules).toBeGreaterThan(code.modules + 200);
    expect(transfer.lines).toBeGreaterThan(none.lines);
    const paid = await draw({ isOpen: false, paid: '425.88', remaining: '0.00' });
    expect(paid.lines).toBeGreaterThan(0);
    expect(paid.lines).toBeLessThan(transfer.lines);
  });

  const wordsOf = async (changes: Partial<InvoicePdf>) =>
    textOfPdf(await renderInvoice({ ...invoice, eInvoice: null, ...changes }, tones));

  it('shows its discount and an overpayment', async () => {
    const totals = { ...invoice.totals, discountTotal: '27.75' };
    const payment = { ...invoice.payment, isOpen: false, paid: '450.00', overpaid: '24.12' };
    const text = await wordsOf({ discount: { percent: '7.50' }, totals, payment });
    expect(text).toMatch(/Discount, 7\.5%\s*−€27\.75/);
    expect(text).toMatch(/Overpaid\s*€24\.12/);
  });

  it('for a plan shows how it was paid', async () => {
    const payment = { ...invoice.payment, isOpen: false, paid: '425.88', remaining: '0.00' };
    const byCard = { means: 'card', charged: '405.88', digits: '4242', balance: '20.00' } as const;
    const text = await wordsOf({ payment, planPayment: byCard });
    expect(text).toContain(
      '€405.88 was paid by the card ending in 4242. €20.00 was paid from your balance. Balance due: none.',
    );
    expect(text).not.toContain('Paid: €');
    const byDebit = { ...byCard, means: 'debit', digits: '3000', balance: '0.00' } as const;
    expect(await wordsOf({ payment, planPayment: byDebit })).toContain(
      '€405.88 was debited from the account ending in 3000. Balance due: none.',
    );
  });
});
