import sax from 'sax';

import { postCategories } from '~/contract/blog/blog';
import { AppError } from '~/contract/common/errors';
import { slugify } from '~/contract/common/slugs';
import type { ImportKind } from '~/contract/content/content-types';
import { importRowsMax } from '~/contract/imports/imports-schema';
import { createHtmlConverter } from './convert-html';
import { breathe, type ReadFile } from './import-entry';

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
  const convert = createHtmlConverter();
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
    const html = text('content:encoded').slice(0, htmlMax).replaceAll(shortcode, '');
    const converted = html && (await convert(paragraphsOf(html)));
    const body = converted?.trim() ?? wordsOf(html);
    const lost = converted === undefined ? ['Only the words of its text could be kept'] : [];
    const about = toPlain(text('excerpt:encoded')) || firstWords(toPlain(text('content:encoded')));
    const image = attachments.get(item.meta.get('_thumbnail_id') ?? '') ?? '';
    const slug = slugify(decodeSlug(text('wp:post_name')) || title);
    const isPublic = status === 'publish' || status === 'future';
    const common = { place, kind };
    const noted = (...notes: string[]) => {
      const note = [...notes, ...lost].join('. ');
      return note ? { note } : {};
    };
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
        ...noted(),
      });
    } else if (kind === 'portfolio') {
      const client = item.meta.get('client') ?? item.meta.get('client_name') ?? '';
      entries.push({
        ...common,
        fields: {
          ...{ title, slug, description: about || title, approach: body },
          ...{ client_name: client || title, images: image ? [image] : [] },
        },
        ...noted(...(client ? [] : ['Names no client: the title stands for one'])),
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
        ...noted(...(isShown ? [] : ['Hidden until it has a price'])),
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

const shortcode = /\[\/?(caption|gallery|embed|audio|video|playlist|vc_\w+|et_\w+)\b[^\][]*\]/g;

/** HTML with comments of the block editor is as it was; of the one before it, lines stand for paragraphs. */
function paragraphsOf(html: string): string {
  if (/<(p|div|h[1-6]|ul|ol|figure)\b/i.test(html)) return html;
  return html
    .split(/\n\s*\n/)
    .map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`)
    .join('');
}

const wordsOf = (html: string): string => decoded(html.replaceAll(/<[^<>]*>/g, ' ')).trim();

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

// No part of it looks further than the next sign of its kind: a text of nothing but beginnings takes no longer than any other.
const toPlain = (html: string): string =>
  decoded(
    withoutHidden(html.slice(0, 20_000).replaceAll(shortcode, ''))
      .replaceAll(/<\/?(a|abbr|b|code|em|i|span|strong|u)\b[^<>]*>/gi, '')
      .replaceAll(/<[^<>]*>/g, ' '),
  )
    .replaceAll(/\s+/g, ' ')
    .trim();

const hiddenEnds: Record<string, string> = {
  '<!--': '-->',
  '<script': '</script>',
  '<style': '</style>',
};

function withoutHidden(html: string): string {
  const lower = html.toLowerCase();
  let kept = '';
  let from = 0;
  for (const { 0: begin, index } of lower.matchAll(/<!--|<script\b|<style\b/g)) {
    const end = hiddenEnds[begin] ?? '';
    if (index < from) continue;
    const at = lower.indexOf(end, index);
    // As a browser takes it: what does not end hides the rest.
    kept += `${html.slice(from, index)} `;
    if (at === -1) return kept;
    from = at + end.length;
  }
  return kept + html.slice(from);
}

function firstWords(text: string): string {
  if (text.length <= excerptMax) return text;
  return `${text.slice(0, excerptMax).replace(/\s+\S*$/, '')} …`;
}

function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    // Malformed percent encoding: it is a slug as it is.
    return slug;
  }
}

/** '2024-05-01 09:30:00', in UTC; null for the zeros of a draft. */
function timeOf(text: string): string | null {
  const time = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
