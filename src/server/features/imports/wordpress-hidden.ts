import { Parser } from 'htmlparser2';

import { hidingClasses } from './wordpress-access';

/** Matches CSS that hides an element, without spaces. */
const hidingStyle =
  /(?:^|;)(display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|(?:opacity|font-size):0(?=[a-z%;!]|$)|(?:left|top|text-indent|margin-left):-\d{3,}[a-z]*|(?:max-)?height:0(?=[a-z%;!]|$)(?=.*overflow:hidden)|clip:rect\(0|transform:scale\(0\))/i;

/** Matches a padding in percent, which gives an element of height 0 the aspect ratio of its video. */
const aspectRatio =
  /(?:^|;)(?:padding-(?:top|bottom):(?:calc\(|[1-9][\d.]*(?:%|vw))|padding:[1-9][\d.]*%)/i;
/** Matches animations, which can show an element when visitors scroll to it. */
const animated = /(?:^|;)(?:-\w+-)?animation-name:/i;

/** Decodes escapes in CSS: `dis\70lay`. */
const withoutEscapes = (css: string): string =>
  css.replaceAll(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code: string | undefined, one = '') => {
    const point = Number.parseInt(code ?? '', 16);
    return point <= 0x10_ffff ? String.fromCodePoint(point) : one;
  });

/** Returns how an element with these attributes is hidden; undefined if it is not. */
function hiddenBy(tag: string, attributes: Record<string, string>): string | undefined {
  const { hidden, style: written = '', class: classes = '', open } = attributes;
  if (hidden !== undefined && !/^until-found$/i.test(hidden.trim())) return 'hidden';
  if (tag === 'dialog' && open === undefined) return 'dialog';
  const style = withoutEscapes(written.slice(0, 2_000).replaceAll(/\/\*.*?\*\//g, '')).replaceAll(
    /\s/g,
    '',
  );
  const declarations = style.split(';').filter((one) => {
    if (/^(?:visibility:hidden|opacity:0(?![.\d]))/i.test(one)) return !animated.test(style);
    return !/^(?:max-)?height:0(?![.\d])/i.test(one) || !aspectRatio.test(style);
  });
  const rest = declarations.join(';');
  // The overflow of an element with height 0 can be declared before the height.
  const clipped = /(?:^|;)overflow:hidden/i.test(rest) ? `${rest};overflow:hidden` : rest;
  return (
    hidingStyle.exec(clipped)?.[1]?.toLowerCase() ?? (hidingClasses(classes).join(' ') || undefined)
  );
}

/** Matches CSS rules that apply to some screen sizes only. */
const mediaRule = /@media[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/gi;

/** Elements that show something without text. */
const media = new Set(['img', 'iframe', 'video', 'audio', 'embed', 'object', 'svg']);

interface HiddenElement {
  how: string;
  depth: number;
  start: number;
  hasText: boolean;
  media: string[];
}

const isPixel = ({ width = '', height = '' }: Record<string, string>): boolean =>
  /^[01](?:px)?$/.test(width) && /^[01](?:px)?$/.test(height);

/**
 * Removes hidden elements without text, such as tracking pixels, because their pictures and frames would become
 * visible. Reports how elements with text were hidden on the old site, and the marker after which a paywall service
 * asks for payment.
 */
export function withoutHiddenMedia(html: string) {
  const reasons: string[] = [];
  const dropped: string[] = [];
  const open: HiddenElement[] = [];
  let ranges: { start: number; end: number }[] = [];
  let depth = 0;
  /** Number of open script and style elements, whose text is not shown. */
  let codeDepth = 0;
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth++;
      if (tag === 'script' || tag === 'style') codeDepth++;
      const how =
        hiddenBy(tag, attributes) ?? (media.has(tag) && isPixel(attributes) ? 'display:none' : '');
      if (how) open.push({ how, depth, start: parser.startIndex, hasText: false, media: [] });
      if (media.has(tag)) open.at(-1)?.media.push(tag);
    },
    ontext(text) {
      const element = open.at(-1);
      if (element && codeDepth === 0 && /[\p{L}\p{N}\p{S}]/u.test(text)) element.hasText = true;
    },
    onclosetag(tag, isImplied) {
      if (tag === 'script' || tag === 'style') codeDepth--;
      const element = open.at(-1)?.depth === depth ? open.pop() : undefined;
      depth--;
      if (!element) return;
      const isRemovable = /^(?:hidden|display:none)$/.test(element.how);
      const isComplete = !isImplied || tag === 'img' || tag === 'embed';
      if (isRemovable && isComplete && (tag === 'svg' || !element.hasText)) {
        dropped.push(...element.media);
        ranges = ranges.filter(({ start }) => start < element.start);
        ranges.push({ start: element.start, end: parser.endIndex + 1 });
        return;
      }
      if (element.hasText) reasons.push(element.how);
      const parent = open.at(-1);
      if (parent) parent.hasText ||= element.hasText;
      parent?.media.push(...element.media);
    },
  });
  parser.end(html);
  const hidesByRule = [...html.matchAll(/<style\b[^<>]*>([^<]*)/gi)].some(([, css = '']) =>
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(
      withoutEscapes(css.replaceAll(mediaRule, '')),
    ),
  );
  if (hidesByRule) reasons.push('style');
  if (/___STEADY_PAYWALL___/i.test(html)) reasons.push('Steady paywall');
  const starts = [0, ...ranges.map(({ end }) => end)];
  const kept = starts.map((start, at) => html.slice(start, ranges[at]?.start));
  return { html: kept.join(''), hiddenBy: reasons, dropped };
}
