import sax from 'sax';
import TurndownService from 'turndown';

import { postCategories } from '~/contract/blog/blog';
import { AppError } from '~/contract/common/errors';
import { slugify } from '~/contract/common/slugs';
import { type ImportKind, importRowsMax } from '~/contract/imports/imports-schema';
import { breathe, type ReadFile } from './entry';

/** The types of entries that themes and plugins use for what this site has. */
const kindOf: Record<string, ImportKind> = {
  post: 'posts',
  portfolio: 'portfolio',
  'jetpack-portfolio': 'portfolio',
  project: 'portfolio',
  projects: 'portfolio',
  'case-study': 'portfolio',
  'case-studies': 'portfolio',
  service: 'services',
  services: 'services',
};

/** Of one text, in characters; a longer one is cut before it is converted. */
const htmlMax = 200_000;
/** More than any post has. A conversion takes the square of the elements, and the stack for each level: beyond it, only the words are kept. */
const tagsMax = 6_000;
const levelsMax = 100;
const excerptMax = 240;

interface Item {
  texts: Map<string, string>;
  categories: string[];
  meta: Map<string, string>;
}

/** Reads an export of WordPress: posts, and entries of types that are services or work. */
export async function readWxr(bytes: Uint8Array): Promise<ReadFile> {
  const { items, authors, attachments, isWxr } = await parseWxr(
    Buffer.from(bytes).toString('utf8'),
  );
  if (!isWxr) throw new AppError('BAD_REQUEST', 'This file is not an export of WordPress (WXR)');
  const entries: ReadFile['entries'] = [];
  const skipped = new Map<string, number>();
  let place = 0;
  for (const item of items) {
    place += 1;
    const text = (name: string) => item.texts.get(name)?.trim() ?? '';
    const type = text('wp:post_type');
    const kind = kindOf[type];
    const status = text('wp:status');
    if (!kind || ['trash', 'auto-draft', 'inherit'].includes(status)) {
      if (type !== 'attachment') skipped.set(type, (skipped.get(type) ?? 0) + 1);
      continue;
    }
    if (entries.length >= importRowsMax) {
      skipped.set(type, (skipped.get(type) ?? 0) + 1);
      continue;
    }
    const title = decoded(text('title'));
    const body = toMarkdown(text('content:encoded').slice(0, htmlMax));
    const about = toPlain(text('excerpt:encoded')) || firstWords(toPlain(text('content:encoded')));
    const image = attachments.get(item.meta.get('_thumbnail_id') ?? '') ?? '';
    const slug = slugify(decodeSlug(text('wp:post_name')) || title);
    const isPublic = status === 'publish' || status === 'future';
    const common = { place, kind };
    if (kind === 'posts') {
      entries.push({
        ...common,
        fields: {
          ...{ title, slug, body, excerpt: about, imageUrl: image },
          category: item.categories
            .map((name) => postCategories.find((one) => one.toLowerCase() === name.toLowerCase()))
            .find(Boolean),
          authorName: authors.get(text('dc:creator')) || text('dc:creator') || undefined,
          publishedAt: isPublic ? timeOf(text('wp:post_date_gmt')) : null,
        },
      });
    } else if (kind === 'portfolio') {
      const client = item.meta.get('client') ?? item.meta.get('client_name') ?? '';
      entries.push({
        ...common,
        fields: {
          ...{ title, slug, description: about || title, approach: body },
          ...{ client_name: client || title, images: image ? [image] : [] },
        },
        ...(!client && { note: 'Names no client: the title stands for one' }),
      });
    } else {
      const price = (item.meta.get('price') ?? item.meta.get('_price') ?? '').replaceAll(
        /[^\d.]/g,
        '',
      );
      const isShown = isPublic && price !== '';
      entries.push({
        ...common,
        fields: {
          ...{ name: title, slug, description: about || title, detailedDescription: body },
          ...{ imageUrl: image, price: price || 0, isActive: isShown },
        },
        ...(!isShown && { note: 'Hidden until it has a price' }),
      });
    }
    await breathe();
  }
  const notes = [...skipped].map(
    ([type, count]) => `Left out: ${count} of the type “${type || 'unknown'}”`,
  );
  return { entries, notes };
}

/** In pieces, so that a large file does not hold up other requests. */
async function parseWxr(xml: string) {
  const parser = sax.parser(true, { trim: false });
  const items: Item[] = [];
  const authors = new Map<string, string>();
  const attachments = new Map<string, string>();
  let item: Item | undefined;
  let isWxr = false;
  let text = '';
  let author = { login: '', name: '' };
  let metaKey = '';
  let problem = '';

  parser.onopentag = ({ name, attributes }) => {
    text = '';
    if (name === 'rss') isWxr = 'xmlns:wp' in attributes;
    if (name === 'item') item = { texts: new Map(), categories: [], meta: new Map() };
    if (name === 'wp:author') author = { login: '', name: '' };
  };
  parser.ontext = (part) => {
    text += part;
  };
  parser.oncdata = (part) => {
    text += part;
  };
  parser.onclosetag = (name) => {
    if (name === 'wp:author_login') author.login = text.trim();
    if (name === 'wp:author_display_name') author.name = text.trim();
    if (name === 'wp:author') authors.set(author.login, author.name);
    if (item) {
      if (name === 'item') {
        const { texts } = item;
        if (texts.get('wp:post_type') === 'attachment') {
          const url = texts.get('wp:attachment_url')?.trim() ?? '';
          attachments.set(texts.get('wp:post_id')?.trim() ?? '', url);
        }
        items.push(item);
        item = undefined;
      } else if (name === 'category') item.categories.push(text.trim());
      else if (name === 'wp:meta_key') metaKey = text.trim();
      else if (name === 'wp:meta_value') item.meta.set(metaKey, text.trim());
      else if (!item.texts.has(name)) item.texts.set(name, text);
    }
    text = '';
  };
  parser.onerror = (error) => {
    problem ||= error.message.split('\n', 1)[0] ?? 'it is not XML';
  };
  for (let at = 0; at < xml.length && !problem; at += 65_536) {
    parser.write(xml.slice(at, at + 65_536));
    await breathe();
  }
  if (!problem) parser.close();
  if (problem) throw new AppError('BAD_REQUEST', `This file cannot be read as XML: ${problem}`);
  return { items, authors, attachments, isWxr };
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' }).remove([
  'script',
  'style',
  'noscript',
  'iframe',
]);

const shortcode = /\[\/?(caption|gallery|embed|audio|video|playlist|vc_\w+|et_\w+)\b[^\][]*\]/g;

/** The text of an entry: HTML with comments of the block editor, or plain paragraphs of the one before it. */
function toMarkdown(html: string): string {
  const clean = html.replaceAll(shortcode, '');
  if (!isConvertible(clean)) return decoded(clean.replaceAll(/<[^<>]*>/g, ' ')).trim();
  const isPlain = !/<(p|div|h[1-6]|ul|ol|figure)\b/i.test(clean);
  const paragraphs = isPlain
    ? clean
        .split(/\n\s*\n/)
        .map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`)
        .join('')
    : clean;
  return turndown.turndown(paragraphs).trim();
}

const voidElements = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr', 'embed', 'col', 'area']);

/** Whether a text has no more elements, one beside and within the other, than a person has written. */
function isConvertible(html: string): boolean {
  let tags = 0;
  let level = 0;
  for (const [, closing, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]*)[^<>]*>/gi)) {
    tags += 1;
    if (!voidElements.has(name.toLowerCase())) level = Math.max(0, level + (closing ? -1 : 1));
    if (tags > tagsMax || level > levelsMax) return false;
  }
  return true;
}

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…' },
};

function decoded(text: string): string {
  return text.replaceAll(/&(#\d+|#x[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = Number(name[1] === 'x' ? `0${name.slice(1)}` : name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

const toPlain = (html: string): string =>
  decoded(
    html
      .slice(0, 20_000)
      .replaceAll(shortcode, '')
      .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, ' ')
      .replaceAll(/<\/?(a|abbr|b|code|em|i|span|strong|u)\b[^>]*>/gi, '')
      .replaceAll(/<[^>]*>/g, ' '),
  )
    .replaceAll(/\s+/g, ' ')
    .trim();

function firstWords(text: string): string {
  if (text.length <= excerptMax) return text;
  return `${text.slice(0, excerptMax).replace(/\s+\S*$/, '')} …`;
}

function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** '2024-05-01 09:30:00', in UTC; null for the zeros of a draft. */
function timeOf(text: string): string | null {
  const time = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
