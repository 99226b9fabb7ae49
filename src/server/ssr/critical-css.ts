/** A rule of a style sheet; of a block such as `@media`, with the rules in it. */
interface Rule {
  /** What stands before the brace. */
  prelude: string;
  /** Of a block of declarations. */
  body?: string;
  rules?: Rule[];
  /** The names that must be in a page for each selector to match anything. */
  selectors?: { text: string; needs: string[] }[];
}

/** A style sheet, read once; gives the rules of it that a page's markup uses. */
export type CriticalCss = (markup: string) => string;

const blocks = /^@(media|supports|container|layer)/;

/** @param css as the build minifies it: without comments, and without strings that hold braces */
export function readCriticalCss(css: string): CriticalCss {
  const rules = parse(css);
  return (markup) => {
    const names = namesIn(markup);
    const used = rules.map((rule) => print(rule, names)).join('');
    // An animation that no rule names is none of this page's.
    const animated = used.replace(
      /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g,
      (rule, name: string) => (used.split(name).length > 2 ? rule : ''),
    );
    return withoutUnusedProperties(animated, markup);
  };
}

/** A custom property that neither a rule nor the markup reads, such as the color of code, is none of this page's either. */
function withoutUnusedProperties(css: string, markup: string): string {
  const read = new Set(
    [...`${css}${markup}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? ''),
  );
  return css.replace(
    /(?<=[{;])(--[\w-]+):((?:[^;{}()]|\([^()]*\))*)(;|(?=\}))/g,
    (declaration, name) => (read.has(name) ? declaration : ''),
  );
}

function parse(css: string): Rule[] {
  return split(css, (char, depth) => char === '}' && depth === 0).map((text): Rule => {
    const brace = text.indexOf('{');
    if (brace < 0) return { prelude: text };
    const prelude = text.slice(0, brace).trim();
    const body = text.slice(brace + 1, -1);
    if (blocks.test(prelude)) return { prelude, rules: parse(body) };
    if (prelude.startsWith('@')) return { prelude, body };
    const selectors = split(prelude, (char, depth) => char === ',' && depth === 0)
      .map((one) => one.replace(/,$/, '').trim())
      .map((one) => ({ text: one, needs: needsOf(one) }));
    return { prelude, body, selectors };
  });
}

/** Cuts after each character that ends a part, outside of brackets. */
function split(text: string, isEnd: (char: string, depth: number) => boolean): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: char, index: at } of text.matchAll(/[{}()[\],]/g)) {
    if ('{(['.includes(char)) depth += 1;
    if ('})]'.includes(char)) depth -= 1;
    if (!isEnd(char, depth)) continue;
    parts.push(text.slice(start, at + 1));
    start = at + 1;
  }
  if (start < text.length) parts.push(text.slice(start));
  return parts.filter((part) => part.trim() !== '');
}

/**
 * Its classes and elements, and its data attributes, of which any value will do. States, other attributes and what a function such as
 * `:not()` holds may change or may be what is absent: they are not asked for. The theme is set on the root before the first paint.
 */
function needsOf(selector: string): string[] {
  let plain = selector.replace(/\[[^\]]*\]/g, (attribute) =>
    /^\[data-(?!theme\b)/.test(attribute) ? attribute.replace(/[=~|^$*].*/, ']') : '',
  );
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/:?:[\w-]+(\([^()]*\))?|\([^()]*\)/g, '');
  }
  return plain.match(/\[[\w-]+\]|\.[\w-]+|(?<![\w.[-])[a-z][\w-]*/g) ?? [];
}

function print(rule: Rule, names: ReadonlySet<string>): string {
  if (rule.rules) {
    const inner = rule.rules.map((one) => print(one, names)).join('');
    return inner && `${rule.prelude}{${inner}}`;
  }
  if (rule.body === undefined) return rule.prelude;
  if (!rule.selectors) return `${rule.prelude}{${rule.body}}`;
  const used = rule.selectors.filter(({ needs }) => needs.every((name) => names.has(name)));
  return used.length > 0 ? `${used.map(({ text }) => text).join(',')}{${rule.body}}` : '';
}

/** The elements of the markup, its classes with a dot, and its data attributes in brackets. */
function namesIn(markup: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = ''] of markup.matchAll(/<([a-z][\w-]*)/g)) names.add(name);
  for (const [, classes = ''] of markup.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of classes.split(' ')) names.add(`.${name}`);
  }
  for (const [, name = ''] of markup.matchAll(/\s(data-[\w-]+)/g)) names.add(`[${name}]`);
  return names;
}
