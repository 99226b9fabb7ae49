import { XMLParser } from 'fast-xml-parser';

import { AppError } from '~/contract/common/errors';

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop clipPath mask pattern symbol use title desc style filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset'.split(
    ' ',
  ),
);
const drawn = /<(path|rect|circle|ellipse|line|polyline|polygon|text|use)[\s/>]/;

const attributes = new Set(
  'id class style transform d x y x1 x2 y1 y2 cx cy r rx ry fx fy dx dy width height viewBox preserveAspectRatio points fill fill-opacity fill-rule clip-rule clip-path mask stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color stop-color stop-opacity offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternTransform patternContentUnits font-family font-size font-weight font-style text-anchor letter-spacing dominant-baseline filter filterUnits in in2 result stdDeviation mode values type operator flood-color flood-opacity vector-effect display visibility paint-order href xlink:href'.split(
    ' ',
  ),
);

/** Matches styles that could load something, run something, or end the style element. */
const unsafeStyle =
  /@import|expression|javascript:|\\|<|image(?:-set)?\s*\(|[a-z][a-z\d+.-]*:\/\/|url\s*\(\s*(?!["']?#)/i;
const comments = /\/\*[\s\S]*?(?:\*\/|$)/g;
const nodesMax = 5000;
const depthMax = 60;

type Node = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  attributesGroupName: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? '');

const unreadable = (reason: string) =>
  new AppError('BAD_REQUEST', `This SVG cannot be used: ${reason}`);

/**
 * Rebuilds an SVG from the elements that drawings need, without scripts, event handlers and external resources.
 *
 * @throws BAD_REQUEST with the reason
 */
export function cleanSvg(text: string): { text: string; width: number; height: number } {
  const source = text.replace(/<!DOCTYPE[^>[]*>/i, '');
  if (/<!DOCTYPE|<!ENTITY/i.test(source)) throw unreadable('it declares entities');
  let root: Node | undefined;
  try {
    root = (parser.parse(source) as Node[]).find((node) => 'svg' in node);
  } catch {
    // A text that cannot be parsed has no root element.
  }
  if (!root) throw unreadable('it is not a drawing in SVG');
  let count = 0;

  function write(node: Node, depth: number): string {
    const name = Object.keys(node).find((key) => key !== ':@') ?? '';
    count += 1;
    if (count > nodesMax || depth > depthMax) throw unreadable('it has too many parts');
    if (name === '#text') return escaped(String(node[name]));
    if (!elements.has(name)) return '';
    const children = node[name] as Node[];
    if (name === 'style') {
      const css = children
        .map((child) => String(child['#text'] ?? ''))
        .join('')
        .replaceAll(comments, '');
      return unsafeStyle.test(css) ? '' : `<style>${escaped(css)}</style>`;
    }
    const kept = Object.entries((node[':@'] ?? {}) as Record<string, unknown>)
      .filter(([key, value]) => isSafe(key, String(value)))
      .map(([key, value]) => ` ${key.replace('xlink:', '')}="${escaped(String(value))}"`)
      .join('');
    const space = depth === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : '';
    const inner = children.map((child) => write(child, depth + 1)).join('');
    return inner ? `<${name}${space}${kept}>${inner}</${name}>` : `<${name}${space}${kept}/>`;
  }

  const clean = write(root, 0);
  rejectRepetition(root);
  if (!drawn.test(clean)) throw unreadable('nothing in it can be drawn');
  return { text: clean, ...sizeOf((root[':@'] ?? {}) as Record<string, string>) };
}

/**
 * Matches attributes whose target is drawn again for each shape inside the element. Targets of other references are
 * drawn once per element.
 */
const inherited = /^(?:fill|stroke|marker(?:-start|-mid|-end)?)$/;
const references = /(?:^|[;{\s])([a-z-]+)\s*:\s*[^;}]*?url\(\s*["']?#([^"')]+)/gi;
const rules = /([^{}]*)\{([^{}]*)\}/g;
const classes = /\.([\w-]+)/g;

interface Reference {
  name: string;
  id: string;
}

const referencesIn = (css: string): Reference[] =>
  [...css.matchAll(references)].map(([, name = '', id = '']) => ({ name, id }));

/**
 * Limits repetition. A reference to another part draws that part again, whether by `use`, a pattern, a mask or a
 * filter, so that a few nested references can mean millions of parts. The time limit for drawing handles other cases,
 * such as a line with a million dashes.
 */
function rejectRepetition(root: Node): void {
  const byId = new Map<string, Node>();
  const ofClass = new Map<string, Reference[]>();
  const sizes = new Map<Node, number>();
  const namesOf = (node: Node) => (node[':@'] ?? {}) as Record<string, unknown>;
  const childrenOf = (node: Node): Node[] =>
    Object.entries(node).flatMap(([key, value]) =>
      key !== ':@' && Array.isArray(value) ? (value as Node[]) : [],
    );
  const note = (node: Node): void => {
    const { id } = namesOf(node);
    if (id !== undefined) {
      if (byId.has(String(id))) throw unreadable(`two of its parts have the id “${id}”`);
      byId.set(String(id), node);
    }
    const children = childrenOf(node);
    if ('style' in node) {
      const css = children.map((child) => String(child['#text'] ?? '')).join('');
      for (const [, selector = '', body = ''] of css.replaceAll(comments, '').matchAll(rules)) {
        for (const [, name = ''] of selector.matchAll(classes)) {
          ofClass.set(name, [...(ofClass.get(name) ?? []), ...referencesIn(body)]);
        }
      }
    }
    for (const child of children) note(child);
  };
  const referencesOf = (node: Node): Reference[] => {
    const { href, 'xlink:href': older, style, class: names, ...others } = namesOf(node);
    const used = String(href ?? older ?? '').slice(1);
    return [
      ...(used ? [{ name: 'href', id: used }] : []),
      ...Object.entries(others).flatMap(([name, value]) => referencesIn(`${name}:${value}`)),
      ...referencesIn(String(style ?? '')),
      ...String(names ?? '')
        .split(/\s+/)
        .flatMap((one) => ofClass.get(one) ?? []),
    ];
  };
  const sizeOf = (node: Node): number => {
    const known = sizes.get(node);
    if (known !== undefined) return known;
    // A part that contains itself would be drawn endlessly.
    sizes.set(node, Number.POSITIVE_INFINITY);
    const within = childrenOf(node).reduce((sum, child) => sum + sizeOf(child), 0);
    let size = 1 + within;
    for (const { name, id } of referencesOf(node)) {
      const target = byId.get(id);
      // A gradient is computed only once.
      if (!target || 'linearGradient' in target || 'radialGradient' in target) continue;
      size += sizeOf(target) * (inherited.test(name) ? Math.max(1, within) : 1);
    }
    sizes.set(node, size);
    return size;
  };
  note(root);
  if (sizeOf(root) > nodesMax) throw unreadable('its parts are drawn too many times');
}

function isSafe(name: string, value: string): boolean {
  if (!attributes.has(name)) return false;
  if (name.endsWith('href')) return value.startsWith('#');
  return !unsafeStyle.test(value.replaceAll(comments, ''));
}

function sizeOf(root: Record<string, string>): { width: number; height: number } {
  const box =
    root.viewBox
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const width = box[2] || Number.parseFloat(root.width ?? '');
  const height = box[3] || Number.parseFloat(root.height ?? '');
  if (!(width > 0 && height > 0)) throw unreadable('it says neither its size nor a viewBox');
  // Only the ratio of width to height matters.
  const scale =
    Math.max(width, height) > 4000 || Math.min(width, height) < 16
      ? 512 / Math.max(width, height)
      : 1;
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
