import { withRaisedNumbers } from '~/server/platform/values/raised-text';
import { restrictsByAttributes } from './wordpress-access';

/** Maximum length of a text including its reusable blocks, in characters. */
const htmlMax = 200_000;

/** HTML of a text without elements that only WordPress and its plugins can show. */
export interface PlainHtml {
  html: string;
  /** Shortcodes and blocks that may have hidden their content from some visitors. */
  restrictedBy: string[];
  /** Notes about content that is dropped or replaced. */
  notes: string[];
}

/** A picture that is listed in the export. */
export interface Attachment {
  url: string;
  alt: string;
}

/** Parts of the export to which texts refer. */
interface Sources {
  /** Reusable blocks by id. */
  blocks: ReadonlyMap<string, string>;
  /**
   * Returns pictures by their ids, or all pictures that were uploaded to the entry; undefined for a picture that the export
   * lacks.
   */
  galleryOf(ids: readonly string[] | undefined): (Attachment | undefined)[];
}

/**
 * Removes shortcodes and blocks, because their plugins do not exist here, but keeps the text between their beginning and
 * end. Videos and other embedded content become links. Other words in brackets, such as `[sic]`, are text.
 */
export function plainHtml(written: string, { blocks, galleryOf }: Sources): PlainHtml {
  const reusable = withReusableBlocks(written, blocks);
  const galleries = withGalleries(reusable.html.slice(0, htmlMax), galleryOf);
  const media = withLinks(withRaisedNumbers(withLazyPictures(galleries.html)));
  const { html, shortcodes, restrictedBy } = withoutShortcodes(media.html);
  const noted = (label: string, words: Iterable<string>) => {
    const all = [...new Set(words)];
    return all.length > 0 ? [`${label}: ${all.join(', ')}`] : [];
  };
  return {
    html,
    restrictedBy: [...new Set([...restrictingBlocks(reusable.html), ...restrictedBy])],
    notes: [
      ...noted('Shortcodes that are dropped', shortcodes),
      ...noted('Embedded content that becomes a link', media.links),
      ...noted('Embedded content that is dropped', media.dropped),
      ...noted('Blocks that are dropped', droppedBlocks(reusable.html)),
      ...noted('Reusable blocks that the file does not contain', reusable.missing),
      ...noted('Pictures of galleries that the file does not contain', galleries.missing),
    ],
  };
}

/** Replaces galleries by their pictures. A shortcode in double brackets is text. */
function withGalleries(html: string, galleryOf: Sources['galleryOf']) {
  const missing: string[] = [];
  const filled = html.replaceAll(/(?<!\[)\[gallery(\s[^\][]*)?\](?!\])/gi, (_, attributes = '') => {
    const listed = /\s(?:ids|include)=["']?([\d,\s]+)/i.exec(attributes)?.[1];
    const ids = listed?.split(',').flatMap((id) => id.trim() || []);
    const pictures = galleryOf(ids).flatMap((picture, at) => {
      if (!picture) missing.push(ids?.[at] ?? '');
      return picture ? `<img src="${escaped(picture.url)}" alt="${escaped(picture.alt)}">` : [];
    });
    if (!ids && pictures.length === 0) missing.push('all');
    return pictures.length > 0 ? `\n\n${pictures.join('\n\n')}\n\n` : '';
  });
  return { html: filled, missing };
}

/** Shows pictures that the old site loads later with a script. */
const withLazyPictures = (html: string): string =>
  html.replaceAll(/<img\b([^<>]*)>/gi, (whole, attributes: string) => {
    const url = /\sdata-(?:lazy-)?(?:src|original)=["']?([^"'\s<>]+)/i.exec(attributes)?.[1];
    if (!url) return whole;
    const others = attributes.replaceAll(
      /\s(?:data-[\w-]+|src)=(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi,
      '',
    );
    return `<img src="${url}"${others}>`;
  });

const reusableBlock = /<!-- wp:block \{[^<>]*?"ref":(\d+)[^<>]*?\} \/-->/g;

function withReusableBlocks(html: string, blocks: ReadonlyMap<string, string>) {
  const missing: string[] = [];
  const filled = html.replaceAll(reusableBlock, (whole, id: string) => {
    const content = blocks.get(id);
    if (content === undefined) missing.push(id);
    return content ?? whole;
  });
  return { html: filled, missing };
}

/** Returns the names of blocks without content in the text, because WordPress generates it for each view. */
const droppedBlocks = (html: string): string[] =>
  [...html.matchAll(/<!-- wp:([\w/-]+) (?:\{[^<>]*\} )?\/-->/g)].flatMap(([, name = '']) =>
    ['block', 'spacer', 'separator'].includes(name) ? [] : name,
  );

/** Words that names of shortcodes and blocks contain if they hide their content from some visitors. */
const restricting =
  /member|restrict|paywall|premium|protect|private|logged|loggedin|visitor|subscriber|password/i;

const restrictingBlocks = (html: string): string[] =>
  [...html.matchAll(/<!-- wp:([\w/-]+)(?: (\{[^<>]*\}))? \/?-->/g)].flatMap(
    ([, name = '', attributes = '']) =>
      restricting.test(name) || restrictsByAttributes(attributes) ? name : [],
  );

const escaped = (text: string) =>
  text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const linkTo = (url: string) => `<p><a href="${escaped(url)}">${escaped(url)}</a></p>`;

/** Returns the URL of a video's page, from the URL of its player. */
function pageOf(address: string): string {
  const url = address.startsWith('//') ? `https:${address}` : address;
  const youtube = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,})/.exec(
    url,
  )?.[1];
  if (youtube) return `https://www.youtube.com/watch?v=${youtube}`;
  const vimeo = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(url)?.[1];
  return vimeo ? `https://vimeo.com/${vimeo}` : url;
}

const sourceOf = (attributes: string): string | undefined =>
  /(?:^|[\s"'])(?:data-(?:lazy-)?)?(?:src|data)=["']?((?:https?:)?\/\/[^"'\s<>]+)/i.exec(
    attributes,
  )?.[1];

/** Shortcodes that show the content of a URL, or the video with an id. */
const mediaShortcode =
  /(\[?)\[(embed|youtube|vimeo|dailymotion|soundcloud|spotify|ted|video|audio|wpvideo|tweet|instagram|facebook|tiktok)((?:[\s=][^\][]*)?)\](?:\s*(https?:\/\/[^\s<>[\]]+)\s*\[\/\2\]|\s*\[\/\2\])?/gi;

function addressOf(name: string, attributes: string, content: string | undefined) {
  const url = content ?? /https?:\/\/[^\s"'<>[\]]+/.exec(attributes)?.[0];
  if (url) return pageOf(url);
  const id = /^[\s=]*(?:id=)?["']?([\w-]{6,})["']?\s*$/.exec(attributes)?.[1];
  if (!id) return undefined;
  if (name === 'youtube') return `https://www.youtube.com/watch?v=${id}`;
  return name === 'vimeo' ? `https://vimeo.com/${id}` : undefined;
}

/** Replaces embedded content by links. */
function withLinks(html: string) {
  const links: string[] = [];
  const dropped: string[] = [];
  const link = (url: string) => {
    links.push(url);
    return linkTo(url);
  };
  let waiting = '';
  const elements = html.replaceAll(
    /<(\/?)(iframe|video|audio|embed|object|source)\b([^<>]*)>/gi,
    (whole, end: string, tag: string, attributes: string) => {
      const name = tag.toLowerCase();
      if (end) {
        if (waiting === name) dropped.push(name);
        if (waiting === name) waiting = '';
        return '';
      }
      const source = sourceOf(attributes);
      if (name === 'source') {
        if (!waiting || !source) return whole;
        waiting = '';
        return link(pageOf(source));
      }
      waiting = source ? '' : name;
      return source ? link(pageOf(source)) : '';
    },
  );
  if (waiting) dropped.push(waiting);
  const shortcodes = elements.replaceAll(
    mediaShortcode,
    (whole, open: string, name: string, attributes: string, content?: string) => {
      const url = open ? undefined : addressOf(name.toLowerCase(), attributes, content);
      return url ? link(decodedAmpersands(url)) : whole;
    },
  );
  return { html: shortcodes, links, dropped };
}

const decodedAmpersands = (url: string) => url.replaceAll(/&(?:amp|#0?38);/g, '&');

/**
 * Shortcodes of WordPress itself and of page builders. Others are recognized by an attribute, their name, or a closing tag.
 */
const knownShortcode = /^(caption|gallery|embed|audio|video|playlist)$|[_-]/;

/** Enclosing shortcodes that only affect the layout or style of their content. */
const layout =
  /^(caption|wp_caption|gallery|embed|audio|video|playlist|(vc|et_pb|fusion|av)_\w+|(su_)?(button|row|column|col|heading|quote|pullquote|box|note|tabs?|spoiler|accordion|list|highlight|label|frame|dropcap)|columns?|section|(one|two|three)_(half|third|thirds|fourth|fifth)(_last)?|toggle|center|code|sourcecode|php|html|css|js|bash)$/i;

/** Modules of page builders, which have their titles and buttons in attributes. */
const builderModule = /^(et_pb|vc|fusion|av|su)_/i;

/** Returns the title and the button of a page builder's module as HTML. */
function textsIn(name: string, rest: string): string {
  if (!builderModule.test(name)) return '';
  const attribute = (...keys: string[]) => {
    for (const key of keys) {
      const [, , value = ''] =
        new RegExp(`\\s${key}=("|'|&quot;|&#822[01];|”|″)(.*?)\\1`, 's').exec(rest) ?? [];
      // Brackets and quotation marks, as Divi writes them.
      const text = value
        .replaceAll('%22', '"')
        .replaceAll('%91', '[')
        .replaceAll('%93', ']')
        .replaceAll(/[<>]/g, '')
        .trim();
      if (text) return text;
    }
    return '';
  };
  const isButton = /button|btn/i.test(name);
  const title = isButton ? '' : attribute('title', 'heading', 'text');
  const button = attribute('button_text', ...(isButton ? ['title', 'label', 'text'] : []));
  const url = attribute('button_url', 'button_link', 'url', 'href').replaceAll('"', '%22');
  const shown = url ? `<a href="${url}">${button}</a>` : button;
  return (title && `\n\n<h3>${title}</h3>\n\n`) + (button && `\n\n<p>${shown}</p>\n\n`);
}

/**
 * Removes single shortcodes of WordPress and its plugins, and unwraps words in double brackets: `[[gallery]]` becomes
 * `[gallery]`.
 */
function withoutShortcodes(html: string) {
  const dropped = new Set<string>();
  const restrictedBy = new Set<string>();
  const names = (pattern: RegExp) => new Set([...html.matchAll(pattern)].map(([, name]) => name));
  const ended = names(/\[\/([a-z][\w-]*)\]/gi);
  const escapedBegins = names(/\[\[([a-z][\w-]*)(?:\s[^\][]*)?\](?!\])/gi);
  const escapedEnds = names(/\[\/([a-z][\w-]*)\]\]/gi);
  const kept = html.replaceAll(
    /(\[?)\[(\/?)([a-z][\w-]*)(\s[^\][]*)?\](\]?)/gi,
    (whole, open: string, end: string, name: string, rest = '', close: string) => {
      if (open && close) return whole.slice(1, -1);
      if (open && !end && escapedEnds.has(name)) return whole.slice(1);
      if (close && end && escapedBegins.has(name)) return whole.slice(0, -1);
      const isShortcode =
        knownShortcode.test(name) || ended.has(name) || /=|\/$/.test(rest.trimEnd());
      if (!isShortcode) return whole;
      dropped.add(name);
      const isRestricting = ended.has(name) ? !layout.test(name) : restricting.test(name);
      if (isRestricting) restrictedBy.add(name);
      return open + (end ? '' : textsIn(name, rest)) + close;
    },
  );
  // Not reported, because the picture and text of a caption are kept.
  dropped.delete('caption');
  return { html: kept, shortcodes: [...dropped], restrictedBy: [...restrictedBy] };
}
