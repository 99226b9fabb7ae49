import '@react-pdf/renderer';

/** Adds the types of `patches/@react-pdf+render`: the structure of a tagged document. */
declare module '@react-pdf/renderer' {
  interface DocumentProps {
    /** True if the document has a structure for screen readers. */
    tagged?: boolean;
  }

  interface NodeProps {
    /** Structure type. Texts without a type are paragraphs; other nodes without a type are not part of the structure. */
    tag?:
      | 'H1'
      | 'H2'
      | 'H3'
      | 'P'
      | 'Table'
      | 'TR'
      | 'TH'
      | 'TD'
      | 'L'
      | 'LI'
      | 'Lbl'
      | 'LBody'
      | 'Artifact';
    /** Alternative text; without it, screen readers skip the picture. */
    alt?: string;
    /** Direction of a header cell. */
    scope?: 'Column' | 'Row';
  }
}
