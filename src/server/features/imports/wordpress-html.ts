import { withRaisedNumbers } from '~/server/platform/values/raised-text';
import { restrictingAttribute, restrictsByAttributes, restrictsByName } from './wordpress-access';
import { withBoundTexts, withReusableBlocks } from './wordpress-blocks';
import { withoutHiddenMedia } from './wordpress-hidden';

/** Maximum length in characters of a text including its reusable blocks. */
const htmlMax = 200_000;

/** HTML of a text without elements that only WordPress and its plugins can show. */
export interface PlainHtml {
  html: string;
  /** Shortcodes and blocks that may have hidden their content from some visitors. */
  restrictedBy: string[];
  /** Names of fields whose texts the page shows, but which the export lacks. */
  lacking: string[];
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
  /** Reusable blocks by id; undefined for a block that was not public, which WordPress does not show. */
  blocks: ReadonlyMap<string, string | undefined>;
  /** Fields of the entry, some of which have texts. */
  fields: ReadonlyMap<string, string>;
  /**
   * Returns pictures by their ids, or all pictures that were uploaded to the entry; undefined for a picture that the export
   * lacks.
   */
  galleryOf(ids: readonly string[] | undefined): (Attachment | undefined)[];
}

/**
 * Removes the tags of shortcodes and blocks, because their plugins do not exist here, and keeps the text between the
 * tags. Videos and other embedded content become links. Other words in brackets, such as `[sic]`, stay unchanged.
 */
export function plainHtml(written: string, { blocks, fields, galleryOf }: Sources): PlainHtml {
  const noted = withFootnotes(withDecodedHtml(written), fields.get('footnotes') ?? '');
  const reusable = withReusableBlocks(noted, blocks, htmlMax);
  const bound = withBoundTexts(reusable.html.slice(0, htmlMax), fields);
  const shown = withoutFields(bound.html);
  const visible = withoutHiddenMedia(shown.html);
  const galleries = withGalleries(visible.html, galleryOf);
  const media = withLinks(withRaisedNumbers(withLazyPictures(galleries.html)));
  const { html, shortcodes, restrictedBy } = withoutShortcodes(media.html);
  const listed = (label: string, words: Iterable<string>) => {
    const all = [...new Set(words)];
    return all.length > 0 ? [`${label}: ${all.join(', ')}`] : [];
  };
  return {
    html,
    restrictedBy: [
      ...new Set([...restrictingBlocks(shown.html), ...visible.hiddenBy, ...restrictedBy]),
    ],
    lacking: bound.lacking,
    notes: [
      ...listed('Shortcodes that are dropped', shortcodes),
      ...listed('Embedded content that becomes a link', media.links),
      ...listed('Embedded content that is dropped', media.dropped),
      ...listed('Hidden elements without text that are dropped', visible.dropped),
      ...listed('Blocks that are dropped', droppedBlocks(shown.html)),
      ...listed('Fields and formulas that are dropped', shown.dropped),
      ...listed('Reusable blocks that the file does not contain', reusable.missing),
      ...listed('Reusable blocks that were not public and are dropped', reusable.hidden),
      ...listed('Pictures of galleries that the file does not contain', galleries.missing),
    ],
  };
}

/** Matches galleries and pictures of WordPress and of page builders. A shortcode in double brackets is text. */
const gallery =
  /(?<!\[)\[(gallery|(?:vc|et_pb|fusion|av|ux)_(?:single_image|images_carousel|gallery|image))(\s[^\][]*)?\](?!\])/gi;

/** Replaces galleries with their pictures. Adds pictures to modules of page builders, which may have other attributes. */
function withGalleries(html: string, galleryOf: Sources['galleryOf']) {
  const missing: string[] = [];
  const filled = html.replaceAll(gallery, (whole, name: string, attributes = '') => {
    const module = name.toLowerCase() === 'gallery' ? '' : whole;
    const listed =
      /\s(?:(?:gallery_|image_)?ids?|include|images?|attachment)=["']?([\d,\s]+)["'\s\]]/i.exec(
        `${attributes} `,
      )?.[1];
    if (module && !listed) return module;
    const ids = listed?.split(',').flatMap((id) => id.trim() || []);
    const pictures = galleryOf(ids).flatMap((picture, at) => {
      if (!picture) missing.push(ids?.[at] ?? '');
      return picture ? `<img src="${escaped(picture.url)}" alt="${escaped(picture.alt)}">` : [];
    });
    if (!ids && pictures.length === 0) missing.push('all');
    return module + (pictures.length > 0 ? `\n\n${pictures.join('\n\n')}\n\n` : '');
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

/** Matches modules of page builders whose content is HTML or a script, usually in base64. */
const encodedModule =
  /(\[(vc_raw_html|vc_raw_js|fusion_code)(?:\s[^\][]*)?\])([^\][]*)(\[\/\2\])/gi;

/** Decodes the HTML in modules of page builders, and removes their scripts. */
const withDecodedHtml = (html: string): string =>
  html
    .replaceAll('<!-- [et_pb_line_break_holder] -->', '\n')
    .replaceAll(encodedModule, (_, begin: string, name: string, content: string, end: string) => {
      if (name.toLowerCase() === 'vc_raw_js') return begin + end;
      const text = content.replaceAll(/<[^<>]*>|\s/g, '');
      const bytes = /^[\w+/]+={0,2}$/.test(text)
        ? Buffer.from(text, 'base64').toString()
        : '\ufffd';
      return begin + (bytes.includes('\ufffd') ? content : decodedUri(bytes)) + end;
    });

const footnotesBlock = /<!-- wp:footnotes (?:\{[^<>]*\} )?\/-->/;

/**
 * Inserts the footnotes of WordPress 6.3 as a list, where their block is or at the end.
 *
 * @param json field of the entry: `[{"id":"1b…","content":"See <em>there</em>"}]`
 */
function withFootnotes(html: string, json: string): string {
  const list = footnotesIn(json).map((content) => `<li>${content}</li>`);
  if (list.length === 0) return html;
  const shown = `<ol>${list.join('')}</ol>`;
  const numbered = html.replaceAll(
    /<a\b[^<>]{0,200}\bid="[\w-]{1,50}-link"[^<>]{0,200}>([^<>]*)<\/a>/gi,
    '$1',
  );
  return footnotesBlock.test(numbered)
    ? numbered.replace(footnotesBlock, () => shown)
    : `${numbered}\n\n${shown}`;
}

function footnotesIn(json: string): string[] {
  try {
    const list: unknown = JSON.parse(json || '[]');
    return Array.isArray(list) ? list.flatMap((one) => one?.content ?? []).map(String) : [];
  } catch {
    // The list is malformed, so its block is reported as dropped.
    return [];
  }
}

/**
 * Matches form fields and templates, whose content is not text of the page, and formulas, whose text would read 106 for
 * 10⁶.
 */
const fieldElement =
  /<(textarea|select|datalist|template|option|math)\b[^<>]*>([\s\S]*?)(?:<\/\1\s*>|$)/gi;
const latex = /<annotation\b[^<>]*tex"?>([^<>]*)/i;

function withoutFields(html: string) {
  const dropped: string[] = [];
  const shown = html.replaceAll(fieldElement, (_, name: string, content: string) => {
    const formula = /^math$/i.test(name) && latex.exec(content)?.[1];
    if (formula) return `<code>${formula}</code>`;
    dropped.push(name.toLowerCase());
    return '';
  });
  return { html: shown, dropped };
}

/**
 * Returns the names of blocks that have no content in the text, because WordPress generates their content for each
 * view.
 */
const droppedBlocks = (html: string): string[] =>
  [...html.matchAll(/<!-- wp:([\w/-]+) (?:\{[^<>]*\} )?\/-->/g)].flatMap(([, name = '']) =>
    ['block', 'spacer', 'separator'].includes(name) ? [] : name,
  );

const restrictingBlocks = (html: string): string[] =>
  [...html.matchAll(/<!-- wp:([\w/-]+)(?: (\{[^<>]*\}))? \/?-->/g)].flatMap(
    ([, name = '', attributes = '']) =>
      restrictsByName(name) || restrictsByAttributes(attributes) ? name : [],
  );

const escaped = (text: string) =>
  text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const linkTo = (url: string) => `<p><a href="${escaped(url)}">${escaped(url)}</a></p>`;

/**
 * Returns the URL of a YouTube or Vimeo video's page, from the URL of its player; other URLs
 * unchanged.
 */
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

/** Replaces embedded content with links. */
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
 * Matches shortcodes of WordPress itself and of page builders. Other shortcodes are recognized by an attribute, a
 * hyphen or underscore in their name, or a closing tag.
 */
const knownShortcode = /^(caption|gallery|embed|audio|video|playlist|toc)$|[_-]/i;

/** Enclosing shortcodes that only affect the layout or style of their content. */
const layout =
  /^(caption|wp_caption|gallery|embed|audio|video|playlist|(vc|et_pb|fusion|av|ux)_\w+|(text|image|featured|message)_box|(su_)?(button|row|column|col|heading|quote|pullquote|box|note|tabs?|spoiler|accordion|list|highlight|label|frame|dropcap)|columns?|section|(x|mk|bs|dt|dt_default|mkdf|mp|nectar|porto|qode|themify|thb|us|vcex|elementor)_(button|btn)|(one|two|three)_(half|third|thirds|fourth|fifth)(_last)?|toggle|center|code|sourcecode|php|html|css|js|bash)$/i;

/** Returns the attributes of a shortcode, in plain or typographic quotation marks. */
const attributesIn = (written: string): ReadonlyMap<string, string> =>
  new Map(
    [
      ...written
        .replaceAll(/&quot;|&#822[01];|[“”″]/g, '"')
        .matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g),
    ].map(([, name = '', ...values]) => [name, values.find((one) => one !== undefined) ?? '']),
  );

/** Matches modules of page builders that have texts, pictures and buttons in attributes. */
const builderModule =
  /^(?:et_pb|vc|fusion|av|su|ux|mk|nectar|us|cs|dt|thb|ultimate)_|(?:^|_)(?:tab|toggle|accordion|title|heading|spoiler|cta|button|btn|box|banner|testimonial|person|team|member|pricing|service|counter|slide|message|alert|quote|feature)(?:_|$)/i;

/** Matches modules within a line of text. */
const inlineModule =
  /highlight|label|dropcap|tooltip|popover|icon|fontawesome|lightbox|modal|abbr|^(?:button|btn|team|member|service|quote|feature|number)$/i;
const isButton = /button|btn/i;
/** Modules that have a text beside their button. */
const isCallToAction = /cta|call_to_action/i;

const titleNames = ['title', 'heading', 'header', 'headline', 'h2', 'name'];
const textNames = [
  ...['subtitle', 'sub_title', 'subheading', 'subhead', 'h4', 'author', 'position', 'job_title'],
  ...['company', 'company_name', 'text', 'description', 'content', 'quote', 'message', 'label'],
];
/** Attributes that contain texts in some modules, and settings in others. */
const amountNames = ['number', 'value', 'percent', 'currency', 'sum', 'price'];
const buttonNames = [
  ...['button_text', 'btn_text', 'btn_title', 'button_title', 'button_label', 'link_text'],
];
const buttonOnlyNames = [...buttonNames, 'text', 'label', 'title', 'content', 'caption'];
const urlNames = [
  ...['button_url', 'button_link', 'btn_url', 'btn_link', 'link_url', 'url', 'link', 'href'],
];
const pictureNames = ['src', 'image_url', 'image', 'img'];

/**
 * Decodes brackets and quotation marks in the encoding of Divi. Returns '' for the value of a setting, and for Divi's dynamic
 * content, which names a field in base64.
 */
function textOf(value: string): string {
  if (value.startsWith('@ET-DC@')) return '';
  const text = value
    .replaceAll('%22', '"')
    .replaceAll('%91', '[')
    .replaceAll('%93', ']')
    .replaceAll(/[<>]/g, '')
    .trim();
  return /^(?:on|off|yes|no|true|false|none|default|#[\da-f]{3,8}|\d+px)$/i.test(text) ? '' : text;
}

/**
 * Returns the URL of a link, also in the formats of WPBakery (`url:https%3A%2F%2Fold.example|title:More`), Enfold
 * (`manually,https://old.example`) and Impreza (`{"url":"https:\/\/old.example"}`, encoded).
 */
function urlOf(link: string): string {
  const packed =
    /(?:^|\|)url:([^|]*)/.exec(link)?.[1] ?? /^%7B.*?%22url%22%3A%22(.*?)%22/i.exec(link)?.[1];
  return packed === undefined
    ? link.replace(/^manually,/, '').replaceAll('"', '%22')
    : decodedUri(packed).replaceAll('\\/', '/');
}

const linkIn = (attributes: ReadonlyMap<string, string>, names: readonly string[]): string =>
  names
    .map((name) => urlOf(attributes.get(name) ?? ''))
    .find((url) => /^(?:https?:|mailto:|tel:|\/|#\w)/i.test(url)) ?? '';

function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The percent encoding is malformed, so the text is returned unchanged.
    return text;
  }
}

/** Returns the attributes of each entry of a list in one attribute, as WPBakery stores them: `%5B%7B%22label%22%3A…`. */
function listIn(value: string): ReadonlyMap<string, string>[] {
  if (!/^%5B%7B/i.test(value)) return [];
  try {
    const list: unknown = JSON.parse(decodedUri(value));
    return Array.isArray(list)
      ? list.map((one) => new Map(Object.entries(one ?? {}).map(([key, to]) => [key, String(to)])))
      : [];
  } catch {
    // The list is malformed, so its texts are lost with the shortcode, which is reported as dropped.
    return [];
  }
}

/** Returns titles, texts, pictures and buttons from the attributes of a page builder's module as HTML. */
function textsIn(name: string, attributes: ReadonlyMap<string, string>): string {
  if (!builderModule.test(name) && !isButton.test(name)) return '';
  const all = (names: readonly string[]) =>
    names.flatMap((one) => textOf(attributes.get(one) ?? '') || []);
  const isOfButton = isButton.test(name);
  const isAmount = /counter|number|pric|progress/i.test(name);
  const titles = all(isOfButton ? ['h2', 'h4', 'call_text'] : titleNames);
  const texts = isOfButton ? [] : all(isAmount ? [...amountNames, ...textNames] : textNames);
  const [heading = '', ...paragraphs] = [...titles, ...texts];
  const [words = ''] = all(isOfButton ? buttonOnlyNames : buttonNames);
  // Headers of Divi can have two buttons.
  const others = ['one', 'two'].map((one) => ({
    text: textOf(attributes.get(`button_${one}_text`) ?? ''),
    url: linkIn(attributes, [`button_${one}_url`]),
  }));
  const buttons = [{ text: words, url: linkIn(attributes, urlNames) }, ...others].flatMap(
    ({ text, url }) =>
      text ? `<p>${url ? `<a href="${escaped(url)}">${text}</a>` : text}</p>` : [],
  );
  const pictures = all(pictureNames).filter((one) => /^(?:https?:)?\/\/\S+$/.test(one));
  const alt = textOf(attributes.get('alt') ?? '');
  const blocks = [
    ...(heading ? [`<h3>${heading}</h3>`] : []),
    ...pictures.map((one) => `<p><img src="${escaped(one)}" alt="${escaped(alt)}"></p>`),
    ...paragraphs.map((text) => `<p>${text}</p>`),
    ...buttons,
  ];
  const lists = [...attributes.values()].flatMap(listIn).map((entry) => textsIn('vc_entry', entry));
  return blocks.map((block) => `\n\n${block}\n\n`).join('') + lists.join('');
}

/** Removes the paragraph around the words of a button, because a link cannot contain one. */
const withInlineWords = (html: string): string =>
  html.replaceAll(
    /(\[([a-z][\w-]*)(?:\s[^\][]*)?\])\s*<p>([^<\][]*)<\/p>\s*(?=\[\/\2\])/gi,
    (whole, begin: string, name: string, words: string) =>
      isButton.test(name) && !isCallToAction.test(name) ? begin + words : whole,
  );

const shortcode = /(\[?)\[(\/?)([a-z][\w-]*)(\s[^\][]*)?\](\]?)/gi;

/** Returns the positions of the tags of buttons that have words or pictures between their tags. */
function filledButtons(html: string): ReadonlySet<number> {
  const filled = new Set<number>();
  const begins = new Map<string, { index: number; parts: number }>();
  /** Number of parts between shortcodes that are visible. */
  let parts = 0;
  let from = 0;
  for (const { index, 0: whole, 2: end, 3: name = '', 4: rest = '' } of html.matchAll(shortcode)) {
    const part = html.slice(from, index).replaceAll(/<(?!img\b)[^<>]*>|&nbsp;|&#160;/gi, '');
    if (part.trim()) parts += 1;
    from = index + whole.length;
    if (!isButton.test(name) || isCallToAction.test(name)) continue;
    const begin = begins.get(name);
    begins.delete(name);
    if (!end && !rest.endsWith('/')) begins.set(name, { index, parts });
    if (end && begin && parts > begin.parts) filled.add(begin.index).add(index);
  }
  return filled;
}

/**
 * Removes the tags of shortcodes of WordPress and its plugins, and keeps their content; buttons become links. Unwraps
 * shortcodes in double brackets: `[[gallery]]` becomes `[gallery]`.
 */
function withoutShortcodes(written: string) {
  const html = withInlineWords(written);
  const dropped = new Set<string>();
  const restrictedBy = new Set<string>();
  const filled = filledButtons(html);
  /** Names of buttons whose link is still open. */
  const linked = new Set<string>();
  const names = (pattern: RegExp) => new Set([...html.matchAll(pattern)].map(([, name]) => name));
  const ended = names(/\[\/([a-z][\w-]*)\]/gi);
  const escapedBegins = names(/\[\[([a-z][\w-]*)(?:\s[^\][]*)?\](?!\])/gi);
  const escapedEnds = names(/\[\/([a-z][\w-]*)\]\]/gi);
  const kept = html.replaceAll(
    shortcode,
    (whole, open: string, end: string, name: string, rest = '', close: string, at: number) => {
      if (open && close) return whole.slice(1, -1);
      if (open && !end && escapedEnds.has(name)) return whole.slice(1);
      if (close && end && escapedBegins.has(name)) return whole.slice(0, -1);
      const isShortcode =
        knownShortcode.test(name) || ended.has(name) || /=|\/$/.test(rest.trimEnd());
      if (!isShortcode) return whole;
      dropped.add(name);
      const attributes = attributesIn(rest);
      const attribute = restrictingAttribute(attributes);
      const isRestricting = (ended.has(name) && !layout.test(name)) || restrictsByName(name);
      if (isRestricting) restrictedBy.add(name);
      else if (attribute) restrictedBy.add(`${name} ${attribute}`);
      const isBlock = builderModule.test(name) && !inlineModule.test(name);
      const gap = isBlock ? '\n\n' : '';
      if (filled.has(at)) {
        if (end) return open + (linked.delete(name) ? '</a>' : '') + gap + close;
        const url = linkIn(attributes, urlNames);
        if (url) linked.add(name);
        return open + gap + (url ? `<a href="${escaped(url)}">` : '') + close;
      }
      return open + gap + (end ? '' : textsIn(name, attributes)) + gap + close;
    },
  );
  // A caption is not reported as dropped, because its picture and text remain.
  dropped.delete('caption');
  return { html: kept, shortcodes: [...dropped], restrictedBy: [...restrictedBy] };
}
