import { AFRelationship, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';

const fileName = 'factur-x.xml';

/** Puts the XML of an invoice into its PDF as Factur-X asks: as an alternative of the whole document, named in its metadata. */
export async function attachXml(pdf: Uint8Array, xml: string, now: Date): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  await document.attach(new TextEncoder().encode(xml), fileName, {
    mimeType: 'text/xml',
    description: 'Factur-X invoice',
    creationDate: now,
    modificationDate: now,
    afRelationship: AFRelationship.Alternative,
  });
  const { context } = document;
  const metadata = context.stream(metadataOf(document.getTitle() ?? '', now), {
    Type: 'Metadata',
    Subtype: 'XML',
  });
  document.catalog.set(PDFName.of('Metadata'), context.register(metadata));
  document.catalog.set(PDFName.of('Lang'), PDFString.of('en'));
  return document.save({ useObjectStreams: false });
}

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const metadataOf = (
  title: string,
  now: Date,
) => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<xmp:CreateDate>${now.toISOString()}</xmp:CreateDate>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${fileName}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
