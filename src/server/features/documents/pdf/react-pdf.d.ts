import '@react-pdf/renderer';

/** What `patches/@react-pdf+render` adds: the structure of a tagged document. */
declare module '@react-pdf/renderer' {
  interface DocumentProps {
    /** Whether screen readers get a structure. */
    tagged?: boolean;
  }

  interface NodeProps {
    /** The type in the structure. Texts are paragraphs without one, other nodes are as if they were not there. */
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
    /** What a picture shows; without it the picture is skipped by screen readers. */
    alt?: string;
    /** What a cell is the head of. */
    scope?: 'Column' | 'Row';
  }
}
