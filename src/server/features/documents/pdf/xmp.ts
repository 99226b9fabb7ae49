/** Metadata of a document. PDF/A requires that it equals the document's Info dictionary. */
interface Facts {
  title: string;
  author: string;
  creator: string;
  producer: string;
  created: Date;
  /** File name of the embedded structured invoice. */
  facturX?: string;
}

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const about = (namespaces: Record<string, string>, content: string) =>
  `<rdf:Description rdf:about=""${Object.entries(namespaces)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
    .join('')}>\n${content}\n</rdf:Description>`;

const facturXNamespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const pdfUaNamespace = 'http://www.aiim.org/pdfua/ns/id/';

interface Schema {
  name: string;
  namespace: string;
  prefix: string;
  properties: { name: string; type: string; category: 'internal' | 'external'; text: string }[];
}

const pdfUaSchema: Schema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: pdfUaNamespace,
  prefix: 'pdfuaid',
  properties: [
    { name: 'part', type: 'Integer', category: 'internal', text: 'The part of ISO 14289' },
  ],
};

const facturXSchema: Schema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: facturXNamespace,
  prefix: 'fx',
  properties: [
    ['DocumentFileName', 'The name of the embedded XML document'],
    ['DocumentType', 'The type of the hybrid document in capital letters'],
    ['Version', 'The version of the standard of the embedded XML document'],
    ['ConformanceLevel', 'The conformance level of the embedded XML document'],
  ].map(([name = '', text = '']) => ({ name, type: 'Text', category: 'external', text })),
};

/** Describes an XML namespace. PDF/A requires a description of all namespaces except its own. */
const described = (schema: Schema) => `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${schema.name}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${schema.namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${schema.prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${schema.properties
  .map(
    ({ name, type, category, text }) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>${category}</pdfaProperty:category>
<pdfaProperty:description>${text}</pdfaProperty:description>
</rdf:li>`,
  )
  .join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li>`;

/** Returns the XMP metadata of a document that is PDF/A-3b and PDF/UA-1. */
export function xmpOf(facts: Facts): string {
  const { title, author, creator, producer, facturX } = facts;
  // Dates in Info dictionaries have whole seconds.
  const created = `${facts.created.toISOString().slice(0, 19)}Z`;
  const schemas = facturX ? [pdfUaSchema, facturXSchema] : [pdfUaSchema];
  const parts = [
    about(
      { pdfaid: 'http://www.aiim.org/pdfa/ns/id/' },
      '<pdfaid:part>3</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>',
    ),
    about({ pdfuaid: pdfUaNamespace }, '<pdfuaid:part>1</pdfuaid:part>'),
    about(
      { dc: 'http://purl.org/dc/elements/1.1/' },
      `<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${xmlText(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>en</rdf:li></rdf:Bag></dc:language>`,
    ),
    about(
      { xmp: 'http://ns.adobe.com/xap/1.0/' },
      `<xmp:CreatorTool>${xmlText(creator)}</xmp:CreatorTool>
<xmp:CreateDate>${created}</xmp:CreateDate>`,
    ),
    about(
      { pdf: 'http://ns.adobe.com/pdf/1.3/' },
      `<pdf:Producer>${xmlText(producer)}</pdf:Producer>`,
    ),
    about(
      {
        pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
        pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
        pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
      },
      `<pdfaExtension:schemas><rdf:Bag>\n${schemas.map(described).join('\n')}\n</rdf:Bag></pdfaExtension:schemas>`,
    ),
    facturX &&
      about(
        { fx: facturXNamespace },
        `<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>${facturX}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>`,
      ),
  ];
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${parts.filter(Boolean).join('\n')}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
