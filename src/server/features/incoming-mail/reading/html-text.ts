import { compile, type Formatter, type HtmlElement } from 'html-to-text';

import { withRaisedNumbers } from '~/server/platform/values/raised-text';
import { cleanText } from './clean-text';

/**
 * Maximum length of HTML that is converted. Even the longest replies of email programs, with all quoted text, have a
 * tenth of this length.
 */
const htmlLengthMax = 1_000_000;
const tagsMax = 30_000;
/** Maximum depth of elements. Each quoted email takes two or three levels. */
const depthMax = 150;
const childrenMax = 20_000;
/** Maximum number of `>` marks per line. More deeply quoted text gets this number. */
const quoteDepthMax = 8;
const linkMax = 500;

interface Walk {
  quoteDepth: number;
  /** Content ids of pictures in elements that mail programs use for signatures. */
  inSignature: Set<string>;
}

/** Placeholder for a picture in the text. The characters around its content id occur in no language. */
const pictureMark = /\ue0f0([^\ue0f1\n]{1,300})\ue0f1/g;

export const picturesIn = (line: string): string[] =>
  [...line.matchAll(pictureMark)].map(([, contentId = '']) => contentId);

export const withoutMarks = (text: string): string => text.replace(pictureMark, '');

const signatures = [
  'div.gmail_signature',
  'div.moz-signature',
  'pre.moz-signature',
  'div.protonmail_signature_block',
  'div#AppleMailSignature',
  'div#Signature',
  'div#ms-outlook-mobile-signature',
];
const names = new Set(signatures.map((selector) => selector.split(/[.#]/)[1]));

function isInSignature(element: HtmlElement): boolean {
  for (let one: HtmlElement | null | undefined = element; one; one = one.parent) {
    const { class: classes = '', id = '' } = one.attribs ?? {};
    if (
      names.has(id) ||
      classes
        .slice(0, 200)
        .split(' ')
        .some((name) => names.has(name))
    )
      return true;
  }
  return false;
}

const blockquote: Formatter = (element, walk, builder) => {
  const state = builder.metadata as Walk;
  const isMarked = ++state.quoteDepth <= quoteDepthMax;
  builder.openBlock({ leadingLineBreaks: 2, reservedLineLength: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => (isMarked ? quoted(text) : text),
  });
  state.quoteDepth--;
};

function quoted(text: string): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.trim() !== '');
  const to = lines.findLastIndex((line) => line.trim() !== '');
  return lines
    .slice(Math.max(0, from), to + 1)
    .map((line) => (line.startsWith('>') || line === '' ? `>${line}` : `> ${line}`))
    .join('\n');
}

const altMax = 200;
/** Matches alternative texts that are only the name of the file, or a word such as "image". */
const isFileName = /\.\w{2,4}$|^(?:inline )?(?:image|img|picture|logo|bild|photo)[\s_-]*\d*$/i;

const picture: Formatter = (element, _walk, builder) => {
  const state = builder.metadata as Walk;
  const source = element.attribs?.src ?? '';
  if (!/^cid:/i.test(source)) return;
  const contentId = source.slice(4, 304);
  if (isInSignature(element)) state.inSignature.add(contentId);
  builder.addInline(`\ue0f0${contentId}\ue0f1`, { noWordTransform: true });
  const alt = (element.attribs?.alt ?? '').replaceAll(/[[\]\s]+/g, ' ').trim();
  if (alt && alt.length <= altMax && !isFileName.test(alt) && !isInSignature(element))
    builder.addInline(`[image: ${alt}]`, { noWordTransform: true });
};

/** Converts an element that is known to be a signature into a signature in plain text. */
const signature: Formatter = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  if (!/^\s*--\s*$/.test(firstText(element) ?? '')) {
    builder.addInline('--\u00a0');
    builder.addLineBreak();
  }
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

function firstText(element: HtmlElement): string | undefined {
  let one: (HtmlElement & { data?: string }) | undefined = element;
  for (let depth = 0; one && depth < depthMax; depth++) {
    if (typeof one.data === 'string') return one.data;
    one = one.children?.find((child: HtmlElement & { data?: string }) => child.data?.trim() !== '');
  }
  return undefined;
}

const lines = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const heading = { ...lines, leadingLineBreaks: 2, uppercase: false };

const convert = compile({
  wordwrap: false,
  limits: { ellipsis: '…', maxDepth: depthMax, maxChildNodes: childrenMax },
  formatters: { quotation: blockquote, picture, signature },
  selectors: [
    {
      selector: 'a',
      options: {
        hideLinkHrefIfSameAsText: true,
        linkBrackets: ['(', ')'],
        pathRewrite: (href: string) =>
          /^(https?:|tel:|[^:]+@)/i.test(href) && href.length <= linkMax ? href : '',
      },
    },
    { selector: 'blockquote', format: 'quotation' },
    { selector: 'img', format: 'picture' },
    { selector: 'hr', options: { length: 32, ...lines } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: heading })),
    { selector: 'ul', options: { itemPrefix: '- ' } },
    // Word writes each line as a paragraph, and an empty paragraph between paragraphs.
    ...['p.MsoNormal', 'p.MsoPlainText', 'p.MsoListParagraph', 'p[style*="margin:0"]'].map(
      (selector) => ({ selector, format: 'paragraph', options: lines }),
    ),
    ...['td', 'th'].map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { suffix: ' ' },
    })),
    { selector: 'tr', format: 'block', options: lines },
    ...['s', 'del', 'strike', '[style*="line-through"]'].map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { prefix: '~~', suffix: '~~' },
    })),
    ...[
      'head',
      'title',
      'style',
      'script',
      '[style*="display:none"]',
      '[style*="display: none"]',
    ].map((selector) => ({ selector, format: 'skip' })),
    ...signatures.map((selector) => ({ selector, format: 'signature' })),
  ],
});

/** Returns the HTML, truncated at the maximum length. */
function limited(html: string): string {
  let end = Math.min(html.length, htmlLengthMax);
  let tags = 0;
  for (let at = html.indexOf('<'); at >= 0 && at < end; at = html.indexOf('<', at + 1))
    if (++tags > tagsMax) end = at;
  return html.slice(0, end);
}

export interface HtmlText {
  text: string;
  isCut: boolean;
  inSignature: Set<string>;
}

/** Converts HTML to text with placeholders for pictures. */
export function htmlToText(html: string): HtmlText {
  const state: Walk = { quoteDepth: 0, inSignature: new Set() };
  const read = limited(html);
  return {
    text: cleanText(convert(withRaisedNumbers(read), state)),
    isCut: read.length < html.length,
    inSignature: state.inSignature,
  };
}
