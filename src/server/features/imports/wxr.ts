import { decodeHTMLStrict } from 'entities';
import sax from 'sax';

import { postCategories } from '~/contract/blog/blog';
import { decimalsOf } from '~/contract/common/currencies';
import { momentOf } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import type { ImportKind } from '~/contract/content/content-types';
import { importRowsMax } from '~/contract/imports/imports-schema';
import { chooseValue, decimalEvidence, readWritten } from '~/contract/values/numbers';
import {
  amountCurrency,
  currenciesBeside,
  isPartOfUnit,
} from '~/server/platform/values/amount-currency';
import { createHtmlConverter } from './convert-html';
import { breathe, type FileDefaults, type Picture, type ReadFile } from './import-entry';
import { restrictsByCategory, restrictsByField } from './wordpress-access';
import { type Attachment, plainHtml } from './wordpress-html';
import { searchDataOf } from './wordpress-seo';

/** Entry types of themes and plugins that contain services and portfolio items. */
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

/** Maximum number of characters of one text. A longer text is truncated before it is converted. */
const htmlMax = 200_000;
const excerptMax = 240;

interface Item {
  texts: Map<string, string>;
  categories: string[];
  meta: Map<string, string>;
  /** Fields of plugins that may have hidden the entry from some visitors. */
  restrictedBy: Set<string>;
}

/** Reads a WordPress export: posts, and entries whose type means a service or a portfolio item. */
export async function readWxr(
  xml: string,
  { currency, timeZone, category: categoryOfOthers }: FileDefaults,
): Promise<ReadFile> {
  const { items, authors, attachments, blocks, comments, rules, isWxr, site, siteName } =
    await parseWxr(xml);
  if (!isWxr) throw new AppError('BAD_REQUEST', 'This file is not a WordPress export (WXR)');
  const convert = createHtmlConverter();
  const entries: ReadFile['entries'] = [];
  const skipped = new Map<string, number>();
  const now = Date.now();
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
    const { text: title, others } = inOneLanguage(decoded(text('title')));
    // Thrive Architect keeps its text in a field.
    const thrive = item.meta.get('tcb_editor_enabled') === '1' && item.meta.get('tve_updated_post');
    const content = inOneLanguage(thrive || text('content:encoded'));
    const written = content.text.slice(0, htmlMax);
    const languages = [...new Set([...others, ...content.others])];
    const galleryOf = (ids: readonly string[] | undefined) =>
      ids?.map((id) => attachments.get(id)) ??
      [...attachments.values()].filter(
        ({ parent, url }) => parent === text('wp:post_id') && pictureName.test(url),
      );
    const {
      html,
      restrictedBy,
      lacking,
      notes: lost,
    } = plainHtml(written, { blocks, galleryOf, fields: item.meta });
    const converted = html && (await convert(withParagraphs(html)));
    const body = converted?.trim() ?? wordsOf(html);
    const about = toPlain(text('excerpt:encoded')) || firstWords(toPlain(html));
    const thumbnail = item.meta.get('_thumbnail_id') ?? '';
    const image = attachments.get(thumbnail)?.url ?? '';
    const isImageMissing = !image && /^[1-9]\d*$/.test(thumbnail);
    const { metaTitle, metaDescription, isNoindex, ...search } = searchDataOf(
      item.meta,
      { title, excerpt: about, siteName },
      kind !== 'portfolio',
    );
    const publishedAt =
      timeOf(text('wp:post_date_gmt'), 'UTC') ?? timeOf(text('wp:post_date'), timeZone);
    const restrictions = [...rules, ...item.restrictedBy, ...restrictedBy];
    const restricted = rules.size + item.restrictedBy.size > 0 ? 'It' : 'Parts of it';
    const isProtected = text('wp:post_password') !== '';
    const isForAll = !isProtected && restrictions.length === 0;
    const mayBePublic = isForAll && lacking.length === 0 && !isNoindex;
    const isPublic = status === 'publish' && mayBePublic;
    const isScheduled =
      status === 'future' && mayBePublic && publishedAt !== null && Date.parse(publishedAt) > now;
    const isListed = ['publish', 'future'].includes(status);
    const hidden = isPublic
      ? []
      : [
          isProtected
            ? 'It was protected by a password there'
            : isForAll && isListed && lacking.length > 0
              ? `This file does not contain some of its texts (${lacking.join(', ')})`
              : isForAll && isListed && isNoindex
                ? 'It was hidden from search engines there (noindex)'
                : isForAll || !isListed
                  ? `It was not public there (${status || 'no status'})`
                  : `${restricted} may have been hidden from visitors there (${restrictions.join(', ')})`,
        ];
    const pictures = withUrls([...picturesIn(html), ...(image ? [image] : [])], site);
    const isEmpty = body === '' && item.texts.has('content:encoded');
    const notes = [
      ...(isEmpty && kind !== 'posts' ? [noText] : []),
      ...(converted === undefined ? ['Only the words of its text could be kept'] : []),
      ...(languages.length > 0
        ? [`Words in other languages are dropped: ${languages.join(', ')}`]
        : []),
      ...lost,
      ...(isImageMissing ? [`Featured image that the file does not contain: ${thumbnail}`] : []),
      ...search.notes,
    ];
    const common = { place, kind, slugWords: decodeSlug(text('wp:post_name')), pictures };
    const noted = (...first: string[]) => {
      const note = [...first, ...notes].join('. ');
      return note ? { note } : {};
    };
    if (kind === 'posts') {
      const known = item.categories.flatMap(
        (name) => postCategories.find((one) => one.toLowerCase() === name.toLowerCase()) ?? [],
      );
      const [category] = known;
      const shownIn = category ?? categoryOfOthers;
      const others = [...new Set(item.categories)].filter(
        (name) => name.toLowerCase() !== category?.toLowerCase(),
      );
      const isDraft = isEmpty || shownIn === undefined || (!isPublic && !isScheduled);
      entries.push({
        ...common,
        fields: {
          ...{ title, body, excerpt: about, imageUrl: image, metaTitle, metaDescription },
          category: shownIn ?? fallbackCategory,
          authorName: authors.get(text('dc:creator')) || text('dc:creator') || undefined,
          publishedAt: isDraft ? null : publishedAt,
        },
        ...(category === undefined && {
          unknownCategories: others.length > 0 ? others : [''],
        }),
        ...noted(
          ...(isDraft && !isScheduled ? hidden.map((why) => `${why}: a draft here`) : []),
          ...(isEmpty ? [`${noText}: a draft here`] : []),
          ...(category === undefined
            ? [
                `${unknownCategory(others)}: ${shownIn ? `in ${shownIn}` : `a draft in ${fallbackCategory}`} here`,
              ]
            : []),
          ...(category !== undefined && others.length > 0
            ? [`Categories that are dropped: ${others.join(', ')}`]
            : []),
          ...(!isDraft && publishedAt === null ? ['It has no date: a draft here'] : []),
        ),
      });
    } else if (kind === 'portfolio') {
      const client = item.meta.get('client') ?? item.meta.get('client_name') ?? '';
      const [why] = hidden;
      entries.push({
        ...common,
        fields: {
          ...{ title, description: about || title, approach: body },
          ...{ client_name: client || title, images: image ? [image] : [] },
        },
        ...(why && { problem: `${why}, and work that is imported here is public at once` }),
        ...noted(...(client ? [] : ['Names no client: the title stands for one'])),
      });
    } else {
      const written = item.meta.get('price') ?? item.meta.get('_price') ?? '';
      const number = readWritten(written);
      const decimals = decimalsOf(currency);
      const { sign } = decimalEvidence([written], decimals);
      const price = number && chooseValue(number, sign, decimals);
      const units = number?.units ?? [];
      const isForeign =
        units.every((unit) => currenciesBeside(unit).length > 0) &&
        amountCurrency(units, [], currency) !== currency;
      const isPrice =
        price &&
        'value' in price &&
        !number?.isNegative &&
        !isPartOfUnit(written, units, currency) &&
        amountCurrency(units, [], currency) === currency;
      const known = isPrice ? price.value : '';
      entries.push({
        ...common,
        fields: {
          ...{ name: title, description: about || title, detailedDescription: body },
          ...{
            metaTitle,
            metaDescription,
            imageUrl: image,
            price: known || 0,
            isActive: isPublic && known !== '',
          },
        },
        ...noted(
          ...(isForeign ? [`Its price “${written}” is not in ${currency}`] : []),
          ...(written && !isPrice && !isForeign ? [`Its price “${written}” is unclear`] : []),
          ...(known === '' ? ['Hidden until it has a price'] : []),
          ...hidden.map((why) => `${why}: hidden here`),
        ),
      });
    }
    await breathe();
  }
  const notes = [
    ...[...skipped].map(([type, count]) => `Left out: ${count} of the type “${type || 'unknown'}”`),
    ...(comments > 0 ? [`Left out: ${comments} ${comments === 1 ? 'comment' : 'comments'}`] : []),
  ];
  return { entries, notes };
}

/** Parses in chunks, so that a large file does not delay other requests. */
async function parseWxr(xml: string) {
  const parser = sax.parser(true, { trim: false });
  const items: Item[] = [];
  const authors = new Map<string, string>();
  const attachments = new Map<string, Attachment & { parent: string }>();
  const blocks = new Map<string, string | undefined>();
  const rules = new Set<string>();
  let item: Item | undefined;
  let comments = 0;
  let isWxr = false;
  let text = '';
  let author = { login: '', name: '' };
  let metaKey = '';
  let taxonomy = '';
  let problem = '';
  let site = '';
  let siteName = '';

  parser.onopentag = ({ name, attributes }) => {
    text = '';
    if (name === 'rss') isWxr = 'xmlns:wp' in attributes;
    if (name === 'item') {
      item = { texts: new Map(), categories: [], meta: new Map(), restrictedBy: new Set() };
    }
    if (name === 'category') taxonomy = String(attributes.domain ?? '');
    if (name === 'wp:author') author = { login: '', name: '' };
  };
  parser.ontext = (part) => {
    text += withPunctuation(part);
  };
  parser.oncdata = (part) => {
    text += withPunctuation(part);
  };
  parser.onclosetag = (name) => {
    if (name === 'wp:author_login') author.login = text.trim();
    if (name === 'wp:author_display_name') author.name = text.trim();
    if (name === 'wp:author') authors.set(author.login, author.name);
    if (name === 'link' && !item) site ||= text.trim();
    if (name === 'title' && !item) siteName ||= decoded(text.trim());
    if (name === 'wp:comment') comments += 1;
    if (item) {
      if (name === 'item') {
        const { texts, meta } = item;
        if (texts.get('wp:post_type') === 'attachment') {
          const url = texts.get('wp:attachment_url')?.trim() ?? '';
          const parent = texts.get('wp:post_parent')?.trim() ?? '';
          const alt = meta.get('_wp_attachment_image_alt') ?? '';
          attachments.set(texts.get('wp:post_id')?.trim() ?? '', { url, alt, parent });
        }
        if (texts.get('wp:post_type') === 'wp_block') {
          const isPublic =
            (texts.get('wp:status')?.trim() ?? 'publish') === 'publish' &&
            !texts.get('wp:post_password')?.trim() &&
            item.restrictedBy.size === 0;
          const block = texts.get('content:encoded') ?? '';
          blocks.set(texts.get('wp:post_id')?.trim() ?? '', isPublic ? block : undefined);
        }
        const type = texts.get('wp:post_type')?.trim() ?? '';
        if (ruleType.test(type)) rules.add(type);
        items.push(item);
        item = undefined;
      } else if (name === 'category') {
        if (taxonomy === 'category') item.categories.push(decoded(text.trim()));
        if (restrictsByCategory(taxonomy, text)) item.restrictedBy.add(text.trim());
      } else if (name === 'wp:meta_key') metaKey = text.trim();
      else if (name === 'wp:meta_value') {
        item.meta.set(metaKey, text.trim());
        if (restrictsByField(metaKey, text.trim())) item.restrictedBy.add(metaKey);
      } else if (!item.texts.has(name)) item.texts.set(name, text);
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
  return { items, authors, attachments, blocks, comments, rules, isWxr, site, siteName };
}

/** Types of entries that are rules of plugins, which may restrict access to any other entry. */
const ruleType = /^(?:memberpressrule|wc_membership_plan|.*restriction|.*access_?rule)$/;

/**
 * Replaces control characters from U+0080 to U+009F by the characters that windows-1252 has there, because old sites
 * stored quotation marks like this.
 */
const withPunctuation = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (sign) => decoded(`&#${sign.charCodeAt(0)};`));

/** Note on an entry whose page builder stores its text in separate fields and in its own format. */
const noText = 'This file does not contain its text';

/** Category of a draft that has none of this blog's categories. */
const [fallbackCategory] = postCategories;

function unknownCategory(names: readonly string[]): string {
  if (names.length === 0) return 'It has no category';
  return `This blog does not have ${names.length === 1 ? 'its category' : 'its categories'} (${names.join(', ')})`;
}

/** Matches the file names of pictures. */
const pictureName = /\.(?:avif|gif|jpe?g|png|webp)$/i;

const blockNames =
  'table|thead|tfoot|caption|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|blockquote|address|p|h[1-6]|hr|fieldset|section|article|aside|header|footer|nav|figure|figcaption|details|summary';
const blockBegin = new RegExp(`(<(?:${blockNames})[\\s/>])`, 'gi');
const blockEnd = new RegExp(`(</(?:${blockNames})>)`, 'gi');
const startsWithBlock = new RegExp(`^</?(?:${blockNames})[\\s/>]`, 'i');

/**
 * Converts texts of WordPress's classic editor as WordPress does: empty lines separate paragraphs, and line breaks are
 * kept.
 */
function withParagraphs(html: string): string {
  if (html.includes('<!-- wp:')) return html;
  let result = '';
  let from = 0;
  // Preformatted text keeps its lines.
  for (const { index } of html.toLowerCase().matchAll(/<pre[\s>]/g)) {
    if (index < from) continue;
    const end = html.toLowerCase().indexOf('</pre>', index);
    result += paragraphs(html.slice(from, index));
    if (end === -1) return result + html.slice(index);
    from = end + '</pre>'.length;
    result += html.slice(index, from);
  }
  return result + paragraphs(html.slice(from));
}

function paragraphs(html: string): string {
  return html
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(blockBegin, '\n\n$1')
    .replaceAll(blockEnd, '$1\n\n')
    .split(/\n\s*\n/)
    .map((piece) => piece.trim())
    .filter(Boolean)
    .map((piece) => (startsWithBlock.test(piece) ? piece : `<p>${withBreaks(piece)}</p>`))
    .join('\n');
}

const withBreaks = (piece: string): string =>
  piece
    .split('\n')
    .map((line) => line.trim().replace(/<br ?\/?>$/i, ''))
    .join('<br>');

/** Returns the URLs of pictures, and of larger versions to which they link. */
const picturesIn = (html: string): string[] =>
  [
    ...html.matchAll(/<img\s[^<>]*?\bsrc=["']?([^"'\s<>]+)/gi),
    ...html.matchAll(/<a\s[^<>]*?\bhref=["']?([^"'\s<>]+\.(?:avif|gif|jpe?g|png|webp))["'\s>]/gi),
  ].map(([, source = '']) => decoded(source));

/** Returns pictures with their complete URLs, without duplicates and embedded pictures. */
function withUrls(written: readonly string[], site: string): Picture[] {
  return [...new Set(written)].flatMap((one) => {
    const url = URL.canParse(one, site || undefined) ? new URL(one, site || undefined).href : '';
    return /^https?:/.test(url) ? [{ written: one, url }] : [];
  });
}

const wordsOf = (html: string): string => decoded(html.replaceAll(/<[^<>]*>/g, ' ')).trim();

const decoded = decodeHTMLStrict;

// Each part of the pattern stops at the next delimiter of its kind, so that even a text of only opening tags takes no
// longer than other texts.
const toPlain = (html: string): string =>
  decoded(
    withoutHidden(html.slice(0, 20_000))
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
    // An element that is not closed hides the remaining text, as in a browser.
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
    // The percent encoding is malformed, so the slug is returned unchanged.
    return slug;
  }
}

/** Parses a time such as '2024-05-01 09:30:00'. Returns null for the zeros of a draft. */
function timeOf(text: string, timeZone: string): string | null {
  const [date = '', clock = ''] = text.split(' ');
  if (Number.isNaN(Date.parse(`${date}T${clock}Z`))) return null;
  const minute = momentOf(date, clock.slice(0, 5), timeZone).getTime();
  return new Date(minute + Number(clock.slice(6, 8)) * 1_000).toISOString();
}

const languageMark = /\[:([a-z]{2})?\]|<!--:([a-z]{2})?-->/gi;

/**
 * Returns the English part of a text in the format of qTranslate, or else the first part, and the
 * other languages: `[:en]Hello[:de]Hallo[:]`. Words outside of all language tags belong to every
 * language.
 */
function inOneLanguage(text: string): { text: string; others: string[] } {
  const [first = '', ...parts] = text.split(languageMark);
  const marked: { language: string; words: string }[] = [];
  for (let at = 0; at < parts.length; at += 3)
    marked.push({ language: parts[at] ?? parts[at + 1] ?? '', words: parts[at + 2] ?? '' });
  const languages = [...new Set(marked.map(({ language }) => language).filter(Boolean))];
  const kept = languages.includes('en') ? 'en' : languages[0];
  if (kept === undefined) return { text, others: [] };
  const words = marked.filter(({ language }) => language === kept || language === '');
  return {
    text: first + words.map((part) => part.words).join(''),
    others: languages.filter((language) => language !== kept),
  };
}
