import { AFRelationship, ParseSpeeds, PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';

import { xmpOf } from './xmp';

const fileName = 'factur-x.xml';

/**
 * Converts a laid-out document to PDF/A-3b and PDF/UA: adds the metadata of both. Attaches the XML of an invoice in the
 * way that Factur-X requires, as an alternative representation of the whole document.
 */
export async function finishPdf(
  pdf: Uint8Array,
  eInvoice?: { xml: string; date: Date },
): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, {
    updateMetadata: false,
    // Parses without pausing for other tasks, because the code runs in a separate thread.
    parseSpeed: ParseSpeeds.Fastest,
  });
  if (eInvoice) {
    await document.attach(new TextEncoder().encode(eInvoice.xml), fileName, {
      mimeType: 'text/xml',
      description: 'Factur-X invoice',
      creationDate: eInvoice.date,
      modificationDate: eInvoice.date,
      afRelationship: AFRelationship.Alternative,
    });
  }
  const { context } = document;
  // The PDF library writes invalid XML metadata if a name contains an ampersand.
  const metadata = xmpOf({
    title: document.getTitle() ?? '',
    author: document.getAuthor() ?? '',
    creator: document.getCreator() ?? '',
    producer: document.getProducer() ?? '',
    created: document.getCreationDate() ?? new Date(),
    ...(eInvoice && { facturX: fileName }),
  });
  const former = document.catalog.get(PDFName.of('Metadata'));
  const stream = context.stream(new TextEncoder().encode(metadata), {
    Type: 'Metadata',
    Subtype: 'XML',
  });
  document.catalog.set(PDFName.of('Metadata'), context.register(stream));
  if (former instanceof PDFRef) context.delete(former);
  return document.save({ useObjectStreams: false, objectsPerTick: Number.POSITIVE_INFINITY });
}
