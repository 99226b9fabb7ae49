/** Types for the parts of `html-to-text` that this code uses, because the package has no types. */
declare module 'html-to-text' {
  export interface HtmlElement {
    name?: string;
    attribs?: Record<string, string>;
    children?: HtmlElement[];
    parent?: HtmlElement | null;
  }
  export interface TextBuilder {
    metadata: unknown;
    openBlock(options: { leadingLineBreaks: number; reservedLineLength?: number }): void;
    closeBlock(options: {
      trailingLineBreaks: number;
      blockTransform?: (text: string) => string;
    }): void;
    addInline(text: string, options?: { noWordTransform?: boolean }): void;
    addLineBreak(): void;
  }
  export type Formatter = (
    element: HtmlElement,
    walk: (children: HtmlElement[] | undefined, builder: TextBuilder) => void,
    builder: TextBuilder,
    options: Record<string, unknown>,
  ) => void;
  export interface Options {
    wordwrap?: number | false;
    limits?: { ellipsis?: string; maxDepth?: number; maxChildNodes?: number };
    formatters?: Record<string, Formatter>;
    selectors?: { selector: string; format?: string; options?: Record<string, unknown> }[];
  }
  export function compile(options: Options): (html: string, metadata?: unknown) => string;
}
