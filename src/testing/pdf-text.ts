import { inflateSync } from 'node:zlib';

import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';

const inflated = (stream: unknown): string =>
  stream instanceof PDFRawStream ? inflateSync(stream.contents).toString('latin1') : '';

/** Returns the characters of a font by their codes in the document, from the table that is used for copying text. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, from = '', list = ''] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [nth, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const code = (Number.parseInt(from, 16) + nth).toString(16).padStart(4, '0');
      const units = hex.match(/\w{4}/g) ?? [];
      letters.set(code, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
    }
  }
  return letters;
}

/** Returns the text of a document that the product created, in drawing order. Lines are joined by spaces. */
export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes);
  const lines: string[] = [];
  for (const [, page] of context.enumerateIndirectObjects()) {
    if (!(page instanceof PDFDict) || page.get(PDFName.of('Type')) !== PDFName.of('Page')) continue;
    const fonts = page.lookup(PDFName.of('Resources'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
    const letters = new Map(
      fonts.keys().map((name) => {
        const table = fonts.lookup(name, PDFDict).lookup(PDFName.of('ToUnicode'));
        return [String(name), lettersOf(inflated(table))];
      }),
    );
    let font = '';
    const drawing = inflated(page.lookup(PDFName.of('Contents')));
    for (const [, name, glyphs] of drawing.matchAll(/(\/F\d+) [\d.]+ Tf|\[(.*)\] TJ/g)) {
      if (name) font = name;
      const codes = [...(glyphs ?? '').matchAll(/<(\w+)>/g)].flatMap(
        ([, run = '']) => run.match(/\w{4}/g) ?? [],
      );
      if (glyphs) lines.push(codes.map((code) => letters.get(font)?.get(code) ?? '').join(''));
    }
  }
  return lines.join(' ').replace(/\s+/g, ' ');
}
