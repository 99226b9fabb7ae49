import { inflateSync } from 'node:zlib';

import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';

/** An element of a tagged document, as screen readers read it. */
export interface PdfElement {
  type: string;
  /** Alternative text of a picture, or text of a part that is drawn right to left. */
  words?: string;
  children: PdfElement[];
}

const wordsOf = (dict: PDFDict, key: string): string | undefined => {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString
    ? value.decodeText()
    : undefined;
};

/** Returns the structure of a document; undefined if it is not tagged. */
export async function structureOfPdf(bytes: Uint8Array): Promise<PdfElement | undefined> {
  const { catalog } = await PDFDocument.load(bytes);
  const root = catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict);
  const isMarked = catalog.lookupMaybe(PDFName.of('MarkInfo'), PDFDict)?.get(PDFName.of('Marked'));
  if (!root || String(isMarked) !== 'true') return undefined;
  const childrenOf = (dict: PDFDict): PdfElement[] => {
    const kids = dict.lookup(PDFName.of('K'));
    const list = kids instanceof PDFArray ? kids.asArray() : [];
    return list.flatMap((kid) => {
      const child = dict.context.lookup(kid);
      const type = child instanceof PDFDict && child.get(PDFName.of('S'));
      if (!(child instanceof PDFDict) || !type) return [];
      const words = wordsOf(child, 'Alt') ?? wordsOf(child, 'ActualText');
      return [
        {
          type: String(type).slice(1),
          ...(words !== undefined && { words }),
          children: childrenOf(child),
        },
      ];
    });
  };
  return childrenOf(root)[0];
}

/** Returns all elements of a type, in reading order. */
export const elementsOf = (element: PdfElement, type: string): PdfElement[] => [
  ...(element.type === type ? [element] : []),
  ...element.children.flatMap((child) => elementsOf(child, type)),
];

/**
 * Returns the drawing instructions of all pages that are outside of elements and artifacts, and marks that are not closed.
 */
export async function unmarkedOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(bytes);
  return pdf.getPages().flatMap((page) => {
    const contents = page.node.lookup(PDFName.of('Contents'));
    if (!(contents instanceof PDFRawStream)) throw new Error('a page without content');
    let depth = 0;
    const found: string[] = [];
    for (const line of inflateSync(contents.contents).toString('latin1').split('\n')) {
      if (/\b(BDC|BMC)$/.test(line)) depth += 1;
      if (/^EMC$/.test(line)) depth -= 1;
      if (depth === 0 && /(^|\s)(TJ|Tj|f|f\*|S|B|Do)$/.test(line)) found.push(line);
    }
    return depth === 0 ? found : [...found, `${depth} open marks`];
  });
}
