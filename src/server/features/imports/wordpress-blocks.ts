/** Maximum depth of nested patterns. */
const levelsMax = 5;

function parsed(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    // The JSON is malformed, so the block has no known attributes.
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Inserts reusable blocks, which are also called synced patterns, with the page’s own texts in them.
 *
 * @param blocks content by id; undefined for a block that was not public
 * @param htmlMax maximum length of the text, above which no more blocks are inserted
 */
export function withReusableBlocks(
  html: string,
  blocks: ReadonlyMap<string, string | undefined>,
  htmlMax: number,
) {
  const missing: string[] = [];
  const hidden: string[] = [];
  let length = html.length;
  const filled = (text: string, level: number): string =>
    text.replaceAll(/<!-- wp:block (\{[^<>]*\}) \/-->/g, (whole, json: string) => {
      const id = /"ref":(\d+)/.exec(json)?.[1];
      if (id === undefined || level > levelsMax || length > htmlMax) return '';
      const content = blocks.get(id);
      if (content === undefined) (blocks.has(id) ? hidden : missing).push(id);
      if (content === undefined) return blocks.has(id) ? '' : whole;
      length += content.length;
      const { content: overrides } = parsed(json);
      return withOverrides(filled(content, level + 1), isRecord(overrides) ? overrides : {});
    });
  return { html: filled(html, 1), missing, hidden };
}

/** A block whose attributes have values from another source. */
interface BoundBlock {
  /** Name of the block in its pattern. */
  name: string;
  bindings: Record<string, unknown>;
  inner: string;
}

/** Replaces the content of bound blocks with the result of `replace`, unless this is undefined. */
function replaceBound(html: string, replace: (block: BoundBlock) => string | undefined): string {
  const endless = new Set<string>();
  let result = '';
  let from = 0;
  for (const match of html.matchAll(/<!-- wp:([\w/-]+) (\{[^<>]*"bindings"[^<>]*\}) -->/g)) {
    const [opening, block = '', json = ''] = match;
    const at = match.index + opening.length;
    if (match.index < from || endless.has(block)) continue;
    const end = html.indexOf(`<!-- /wp:${block} -->`, at);
    if (end < 0) endless.add(block);
    const { metadata } = parsed(json);
    if (end < 0 || !isRecord(metadata) || !isRecord(metadata.bindings)) continue;
    const { name, bindings } = metadata;
    const inner = replace({ name: String(name ?? ''), bindings, inner: html.slice(at, end) });
    if (inner === undefined) continue;
    result += html.slice(from, at) + inner;
    from = end;
  }
  return result + html.slice(from);
}

const sourceOf = (binding: unknown): string =>
  isRecord(binding) ? String(binding.source ?? '') : '';

const overridesSource = 'core/pattern-overrides';

/**
 * Replaces texts of a pattern with those of the page.
 *
 * @param overrides values of attributes, by the name of the block in the pattern
 */
function withOverrides(html: string, overrides: Record<string, unknown>): string {
  return replaceBound(html, ({ name, bindings, inner }) => {
    const isOverridden = Object.values(bindings).some((one) => sourceOf(one) === overridesSource);
    const values = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
    if (!isOverridden || !isRecord(values)) return undefined;
    return Object.entries(values).reduce(
      (text, [attribute, value]) => withAttribute(text, attribute, String(value)) ?? text,
      inner,
    );
  });
}

/**
 * Replaces texts that WordPress reads from fields of the entry.
 *
 * @returns the HTML, and the fields that are not known
 */
export function withBoundTexts(html: string, fields: ReadonlyMap<string, string>) {
  const lacking = new Set<string>();
  const filled = replaceBound(html, ({ bindings, inner }) =>
    Object.entries(bindings).reduce((text, [attribute, binding]) => {
      const source = sourceOf(binding);
      if (source === overridesSource) return text;
      const args = isRecord(binding) && isRecord(binding.args) ? binding.args : {};
      const key = String(args.key ?? '');
      const value = fields.get(key);
      const shown = value === undefined ? undefined : withAttribute(text, attribute, value);
      if (shown === undefined) lacking.add(key || source);
      return shown ?? text;
    }, inner),
  );
  return { html: filled, lacking: [...lacking] };
}

/** Attributes of links and pictures, by their names in blocks. */
const htmlAttributes: Record<string, { tag: string; name: string }[]> = {
  url: [
    { tag: 'img', name: 'src' },
    { tag: 'a', name: 'href' },
  ],
  alt: [{ tag: 'img', name: 'alt' }],
  href: [{ tag: 'a', name: 'href' }],
};
/** Attributes that readers of the page do not see. */
const silent = /^(?:id|title|rel|linkTarget|className|anchor|datetime)$/;

const escaped = (text: string) =>
  text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the HTML of a block with another value of an attribute; undefined for an attribute that is not known. */
function withAttribute(inner: string, attribute: string, value: string): string | undefined {
  if (silent.test(attribute)) return inner;
  const place = htmlAttributes[attribute]?.find(({ tag }) => inner.includes(`<${tag} `));
  if (place) {
    const { tag, name } = place;
    const others = new RegExp(`\\s${name}=(?:"[^"]*"|'[^']*')`, 'i');
    return inner.replace(
      new RegExp(`<${tag} ([^<>]*)`),
      (whole) => `${whole.replace(others, '').replace(/ ?\/?$/, '')} ${name}="${escaped(value)}"`,
    );
  }
  if (attribute === 'text' && inner.includes('</a>')) {
    return inner.replace(/(<a\b[^<>]*>)[\s\S]*(<\/a>)/, (_, open, end) => open + value + end);
  }
  if (attribute === 'caption' && inner.includes('</figcaption>')) {
    return inner.replace(
      /(<figcaption\b[^<>]*>)[\s\S]*(<\/figcaption>)/,
      (_, open, end) => open + value + end,
    );
  }
  const element = /^(\s*<([a-z][\w-]*)\b[^<>]*>)[\s\S]*(<\/\2>\s*)$/i.exec(inner);
  if (!element || !/^(?:content|text|value)$/.test(attribute)) return undefined;
  const [, open = '', , end = ''] = element;
  return open + value + end;
}
