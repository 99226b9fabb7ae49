import MarkdownIt, { type StateCore } from 'markdown-it';
import anchor from 'markdown-it-anchor';

import type { PostHeading } from '~/contract/blog/blog';
import { pictureSources } from '~/contract/common/media';
import { limitTables } from './limit-tables';

/** Converts a text to an id for a URL: lower case, without accents and punctuation. */
function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Ids of the headings of one text. */
interface HeadingIds {
  ids?: Set<string>;
  /**
   * Next number to try, by id. The library would begin at 1 for each heading, which takes seconds for thousands of equal
   * headings.
   */
  next?: Map<string, number>;
}

function uniqueId(env: HeadingIds, id: string): string {
  env.ids ??= new Set();
  env.next ??= new Map();
  let unique = id;
  let number = env.next.get(id) ?? 1;
  while (env.ids.has(unique)) {
    unique = `${id}-${number}`;
    number += 1;
  }
  env.next.set(id, number);
  env.ids.add(unique);
  return unique;
}

/** Shows `<br>` in the cells of tables as line breaks, because Markdown has no other way to write them. */
function breakCells({ tokens, Token }: StateCore): void {
  for (const [at, { type, children }] of tokens.entries()) {
    const cell = tokens[at - 1]?.type;
    if (type !== 'inline' || !children || (cell !== 'td_open' && cell !== 'th_open')) continue;
    const parts = children.flatMap((child) => {
      if (child.type !== 'text') return child;
      return child.content.split(/<br ?\/?>/i).flatMap((content, index) => {
        const text = Object.assign(new Token('text', '', 0), { content });
        return index === 0 ? text : [new Token('hardbreak', 'br', 0), text];
      });
    });
    children.splice(0, children.length, ...parts);
  }
}

/** Creates a renderer. @param isSection true for legal texts, see `renderSection` */
function createMarkdown({ isSection }: { isSection: boolean }) {
  // HTML is escaped, so that a text cannot contain scripts.
  const markdown = new MarkdownIt({ html: false, linkify: true });
  const { escapeHtml } = markdown.utils;
  const { rules } = markdown.renderer;

  limitTables(markdown);
  markdown.core.ruler.after('inline', 'cell_breaks', breakCells);
  // Lowers headings of the first level, because the page's title must be the only one.
  markdown.core.ruler.push('one_title', ({ tokens }) => {
    for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2';
  });
  if (!isSection) {
    markdown.use(anchor, {
      level: [2, 3],
      // The prefix keeps ids of headings different from the page's own ids.
      slugifyWithState: (text: string, { env }: { env: HeadingIds }) =>
        uniqueId(env, `on-${slugify(text)}`),
      tabIndex: false,
      permalink: anchor.permalink.headerLink({ class: 'anchor' }),
    });
  }
  rules.image = (tokens, index) => {
    const token = tokens[index];
    const { src, srcSet, width, height } = pictureSources(String(token?.attrGet('src') ?? ''));
    const alt = token?.content ?? '';
    // The URL is missing while a picture is being uploaded. With an empty URL, a browser would load the page itself as
    // a picture.
    if (!src) return escapeHtml(alt);
    if (isSection) {
      const text = escapeHtml(alt || src);
      const before = tokens.slice(0, index).map(({ type }) => type);
      const isInLink = before.lastIndexOf('link_open') > before.lastIndexOf('link_close');
      return isInLink ? text : `<a${attributeText({ href: src, rel })}>${text}</a>`;
    }
    const attributes = {
      src,
      srcset: srcSet,
      sizes: srcSet && '(min-width: 60rem) 42rem, 92vw',
      width,
      height,
      alt,
      loading: 'lazy',
      decoding: 'async',
    };
    return `<img${attributeText(attributes)}>`;
  };
  // Wide tables scroll within their own box, also with the keyboard.
  rules.table_open = () => '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
  rules.fence = (tokens, index) =>
    `<pre class="wide" role="group" aria-label="Code" tabindex="0"><code>${escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;
  rules.code_block = rules.fence;
  rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    if (/^(https?:)?\/\//.test(String(token?.attrGet('href') ?? ''))) token?.attrSet('rel', rel);
    return self.renderToken(tokens, index, options);
  };
  return markdown;

  function attributeText(attributes: Record<string, string | number | undefined>): string {
    return Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
      .join('');
  }
}

const rel = 'noopener';
const posts = createMarkdown({ isSection: false });
const sections = createMarkdown({ isSection: true });

/** Renders Markdown as HTML that is safe for any input. */
export function renderMarkdown(text: string): { html: string; headings: PostHeading[] } {
  const env = {};
  const tokens = posts.parse(text, env);
  const headings = tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.tag !== 'h2') return [];
    const words = tokens[index + 1]?.children ?? [];
    const title = words.filter(({ type }) => type === 'text' || type === 'code_inline');
    return { id: String(token.attrGet('id')), text: title.map(({ content }) => content).join('') };
  });
  return { html: posts.renderer.render(tokens, posts.options, env), headings };
}

/**
 * Renders a part of a legal text as HTML that is safe for any input. Pictures become links, so that no other site learns of
 * the visit. Headings get no ids, because the page gives its sections ids.
 */
export const renderSection = (text: string): string => sections.render(text);
