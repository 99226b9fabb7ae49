import {
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
} from '@cantoo/pdf-lib';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeAll, describe, expect, it } from 'vitest';

import { sampleContent } from '~/testing/e-invoices';
import { elementsOf, structureOfPdf, unmarkedOf } from '~/testing/pdf-structure';
import { textOfPdf } from '~/testing/pdf-text';
import { samplePdf } from '~/testing/pdfs';
import { sampleProposal } from '~/testing/proposals';
import { drawableOf } from './drawable';
import type { InvoicePdf } from './invoice-pdf';
import type { PdfJob } from './pdf-job';
import { renderPdf } from './render';

const tones = { rust: '#b4471a', paper: '#fbf8f2', typeface: null };
const invoice = (changes: Partial<InvoicePdf> = {}): PdfJob => ({
  kind: 'invoice',
  content: samplePdf(changes),
});
const { number, seller, client, items, totals, currency, issueDate } = samplePdf();
const url = 'https://kestrel.example/invoices/abc';
const payment = { ...samplePdf().payment, url };
const creditNote: PdfJob = {
  kind: 'credit note',
  content: {
    ...{ number, seller, client, items, totals, currency, issueDate, taxNotes: [] },
    ...{ reason: 'Less work', invoiceNumber: 'INV-1', invoiceDate: '2026-11-01', eInvoice: null },
  },
};
const proposal: PdfJob = {
  kind: 'proposal',
  content: [
    sampleProposal({ title: '<Ferries> & more', intro: '## What\n\n- [a](https://a.example) b' }),
    undefined,
  ],
};

describe.each([
  ['an invoice with XML', invoice({ eInvoice: sampleContent(), payment })],
  ['an invoice without XML', invoice({ payment })],
  ['a credit note', creditNote],
  ['a proposal', proposal],
])('the file of %s', (name, job) => {
  let bytes: Uint8Array;
  let pdf: PDFDocument;
  let dicts: PDFDict[];
  beforeAll(async () => {
    bytes = await renderPdf(job, tones);
    pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    dicts = pdf.context
      .enumerateIndirectObjects()
      .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object))
      .filter((object) => object instanceof PDFDict);
  });
  const ofType = (type: string) =>
    dicts.filter((dict) => dict.get(PDFName.of('Type')) === PDFName.of(type));

  it('names its version and has an identifier', () => {
    expect(Buffer.from(bytes.subarray(0, 8)).toString('latin1')).toBe('%PDF-1.7');
    const id = pdf.context.lookup(pdf.context.trailerInfo.ID, PDFArray);
    expect(id.asArray().map((part) => (part as PDFHexString).asBytes().length)).toEqual([16, 16]);
    expect(pdf.context.trailerInfo.Encrypt).toBeUndefined();
  });

  it('has the same metadata in XMP and in its Info dictionary', () => {
    const stream = pdf.catalog.lookup(PDFName.of('Metadata'));
    if (!(stream instanceof PDFRawStream)) throw new Error('no metadata');
    expect(stream.dict.has(PDFName.of('Filter'))).toBe(false);
    expect(ofType('Metadata')).toHaveLength(1);
    const xmp = new TextDecoder().decode(stream.contents);
    expect(XMLValidator.validate(xmp)).toBe(true);
    const parser = new XMLParser({
      isArray: (tag) => tag === 'rdf:li' || tag === 'rdf:Description',
    });
    const parts = parser.parse(xmp)['x:xmpmeta']['rdf:RDF']['rdf:Description'] as object[];
    const facts = Object.assign({}, ...parts);
    expect(facts).toMatchObject({
      'pdfaid:part': 3,
      'pdfaid:conformance': 'B',
      'pdfuaid:part': 1,
      'dc:title': { 'rdf:Alt': { 'rdf:li': [pdf.getTitle()] } },
      'dc:creator': { 'rdf:Seq': { 'rdf:li': [pdf.getAuthor()] } },
      'xmp:CreatorTool': pdf.getCreator(),
      'xmp:CreateDate': pdf.getCreationDate()?.toISOString().replace('.000', ''),
      'pdf:Producer': pdf.getProducer(),
    });
    const schemas = facts['pdfaExtension:schemas']['rdf:Bag']['rdf:li'] as Record<
      string,
      unknown
    >[];
    const described = schemas.map((schema) => schema['pdfaSchema:prefix']);
    const hasXml = name === 'an invoice with XML';
    expect(described).toEqual(hasXml ? ['pdfuaid', 'fx'] : ['pdfuaid']);
    expect(facts['fx:DocumentFileName']).toBe(hasXml ? 'factur-x.xml' : undefined);
    expect(facts['fx:ConformanceLevel']).toBe(hasXml ? 'EN 16931' : undefined);
  });

  it('contains its color profile and all of its fonts', () => {
    const [intent] = ofType('OutputIntent');
    expect(String(intent?.get(PDFName.of('S')))).toBe('/GTS_PDFA1');
    const profile = intent?.lookup(PDFName.of('DestOutputProfile'));
    if (!(profile instanceof PDFRawStream)) throw new Error('no profile');
    expect(profile.dict.lookup(PDFName.of('N'), PDFNumber).asNumber()).toBe(3);
    const fonts = ofType('Font');
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) {
      const kind = String(font.get(PDFName.of('Subtype')));
      expect(['/Type0', '/CIDFontType2', '/CIDFontType0']).toContain(kind);
      if (kind === '/Type0') expect(font.has(PDFName.of('ToUnicode'))).toBe(true);
    }
    for (const font of ofType('FontDescriptor')) {
      expect(font.has(PDFName.of('FontFile2')) || font.has(PDFName.of('FontFile3'))).toBe(true);
    }
  });

  it('has links that are printed, and belong to an element', () => {
    for (const link of ofType('Annot')) {
      expect(link.lookup(PDFName.of('F'), PDFNumber).asNumber()).toBe(4);
      expect(link.has(PDFName.of('StructParent'))).toBe(true);
      expect(link.lookup(PDFName.of('Contents'))).toBeDefined();
    }
    const count = { 'a credit note': 0 }[name] ?? 1;
    expect(ofType('Annot')).toHaveLength(count);
  });

  it('is tagged: everything drawn is an element or an artifact', async () => {
    const root = await structureOfPdf(bytes);
    if (!root) throw new Error('not tagged');
    expect(root.type).toBe('Document');
    expect(elementsOf(root, 'H1')).toHaveLength(1);
    expect(elementsOf(root, 'Link')).toHaveLength(ofType('Annot').length);
    for (const row of elementsOf(root, 'TR')) {
      expect(row.children.length).toBeGreaterThan(1);
      for (const cell of row.children) expect(['TH', 'TD']).toContain(cell.type);
    }
    expect(await unmarkedOf(bytes)).toEqual([]);
    expect(String(pdf.catalog.get(PDFName.of('Lang')))).toMatch(/en/);
    for (const page of pdf.getPages()) {
      expect(String(page.node.get(PDFName.of('Tabs')))).toBe('/S');
    }
  });
});

it('a table over several pages is one table with one head in the structure', async () => {
  const [item] = items;
  if (!item) throw new Error('no item');
  const bytes = await renderPdf(invoice({ items: Array(70).fill(item) }), tones);
  expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(2);
  const root = await structureOfPdf(bytes);
  const [table] = root ? elementsOf(root, 'Table') : [];
  expect(table?.children).toHaveLength(71);
  expect(table && elementsOf(table, 'TH')).toHaveLength(5);
  expect(await unmarkedOf(bytes)).toEqual([]);
});

it('names are read from right to left, and QR codes have a description', async () => {
  const root = await structureOfPdf(await renderPdf(invoice({ payment }), tones));
  if (!root) throw new Error('not tagged');
  expect(elementsOf(root, 'P').map(({ words }) => words)).toContain('שרה כהן');
  expect(elementsOf(root, 'Figure').map(({ words }) => words)).toEqual([
    `QR code of the page of this invoice: ${url}`,
  ]);
});

/** Removes spaces, because parts of a line in different fonts are read with spaces between them. */
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

it('characters of any script are drawn, with a replacement for characters missing from all fonts', async () => {
  const note = 'Area 12 m² ≤ 20 ₹\n\n東京 𓀀 ok';
  const bytes = await renderPdf(invoice({ note }), tones);
  expect(withoutSpaces(await textOfPdf(bytes))).toMatch(/Area12m²(≤|<=)20₹東京\uFFFDok/);
});

it.each([
  ['ありがとうございます 株式会社みなと 李明'],
  ['网站设计 繁體中文'],
  ['디자인 작업'],
  ['नमूना मुंबई'],
  ['বাংলা ਪੰਜਾਬੀ ગુજરાતી'],
  ['తెలుగు ಕನ್ನಡ'],
  ['Հայերեն ქართული አማርኛ'],
  ['ความ ขอบคุณ'],
  ['✓ ★ ∞ ‰ ↔ ⚓ 🙏'],
])('every character of %s is drawn', async (note) => {
  const { content, missing } = await drawableOf({ note }, null);
  expect(missing).toEqual([]);
  const text = await textOfPdf(await renderPdf(invoice({ note }), tones));
  expect(text).not.toContain('\uFFFD');
  const lettersOf = (words: string) =>
    [...new Set(words.normalize('NFD').replace(/\s/g, ''))].sort();
  expect(lettersOf(text)).toEqual(expect.arrayContaining(lettersOf(content.note)));
});

it('characters missing from all fonts are reported', async () => {
  const { missing } = await drawableOf({ items: [{ description: '𓀀 and 東' }] }, null);
  expect(missing).toEqual(['𓀀']);
});

it('texts whose vowels have two parts keep their last letter', async () => {
  const note = 'จำกัด';
  const text = await textOfPdf(await renderPdf(invoice({ note }), tones));
  expect(withoutSpaces(text)).toContain('จํากัด');
});
