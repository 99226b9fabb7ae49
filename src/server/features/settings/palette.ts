import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori';

import type { Appearance } from '~/contract/settings/settings-schema';

/** Names of the colors in `tokens.css`. */
export const paletteTokens = [
  'paper',
  'raised',
  'ink',
  'quiet',
  'line',
  'edge',
  'rust',
  'rust-deep',
  'on-rust',
  'slate',
  'straw',
  'straw-line',
  'straw-quiet',
  'band',
  'band-line',
  'code',
  'danger',
  'danger-ground',
  'good',
] as const;
export type PaletteToken = (typeof paletteTokens)[number];
export type Theme = 'light' | 'dark';
export type Palette = Record<Theme, Record<PaletteToken, string>>;

/** Default colors of a site, which are the ones in `tokens.css`. */
const defaultPalette: Palette = {
  light: {
    paper: '#fbf8f2',
    raised: '#ffffff',
    ink: '#16181b',
    quiet: '#5b6068',
    line: '#e5dfd3',
    edge: '#8d877b',
    rust: '#b4471a',
    'rust-deep': '#93380f',
    'on-rust': '#ffffff',
    slate: '#3f566b',
    straw: '#f3e3c3',
    'straw-line': '#e2cfa6',
    'straw-quiet': '#55503f',
    band: '#f5efe2',
    'band-line': '#ddd3bf',
    code: '#f1e9d9',
    danger: '#a3211d',
    'danger-ground': '#fbe9e6',
    good: '#256b3c',
  },
  dark: {
    paper: '#111316',
    raised: '#1a1d21',
    ink: '#f3eee4',
    quiet: '#a3a8b0',
    line: '#2b2f35',
    edge: '#6d747e',
    rust: '#f08a55',
    'rust-deep': '#f6a57a',
    'on-rust': '#16181b',
    slate: '#93adc4',
    straw: '#3a3122',
    'straw-line': '#54482f',
    'straw-quiet': '#c9bfa8',
    band: '#16191c',
    'band-line': '#2b2f35',
    code: '#23272c',
    danger: '#ff8d85',
    'danger-ground': '#3a1d1b',
    good: '#7fce97',
  },
};

/** Minimum contrast in WCAG AA: for text, and for the borders of controls. */
const textContrast = 4.5;
const edgeContrast = 3;

/** Pairs of text and background, each with its minimum contrast `min`. */
export const palettePairs: readonly { on: PaletteToken; words: PaletteToken; min: number }[] = [
  ...(['paper', 'raised'] as const).flatMap((on) => [
    ...(['ink', 'quiet', 'rust', 'rust-deep', 'slate', 'danger', 'good'] as const).map((words) => ({
      ...{ on, words, min: textContrast },
    })),
    { on, words: 'edge' as const, min: edgeContrast },
  ]),
  ...(['ink', 'quiet', 'rust-deep', 'slate', 'straw-quiet'] as const).map((words) => ({
    ...{ on: 'straw' as const, words, min: textContrast },
  })),
  ...(['ink', 'quiet', 'rust', 'rust-deep'] as const).flatMap((words) =>
    (['band', 'code'] as const).map((on) => ({ on, words, min: textContrast })),
  ),
  ...(['ink', 'danger'] as const).map((words) => ({
    ...{ on: 'danger-ground' as const, words, min: textContrast },
  })),
  { on: 'rust', words: 'on-rust', min: textContrast },
  { on: 'rust-deep', words: 'on-rust', min: textContrast },
];

const toOklch = converter('oklch');

interface Tone {
  /** Lightness, from 0 for black to 1 for white. */
  l: number;
  /** Chroma, from 0 for gray to about 0.37. */
  c: number;
  h: number;
}

function toneOf(hex: string): Tone {
  const { l, c, h } = toOklch(hex) as Oklch;
  return { l, c, h: h ?? 0 };
}

/** Formats a tone as hexadecimal. Contrast is measured after this rounding. */
const hexOf = ({ l, c, h }: Tone): string =>
  formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch'));

const step = 0.004;

/** Changes the lightness of a tone towards `end` until it is readable on every background. */
function readableOn(
  grounds: readonly string[],
  tone: Tone,
  end: 0 | 1,
  min: number = textContrast,
): string {
  let { l } = tone;
  for (;;) {
    const hex = hexOf({ ...tone, l });
    if (grounds.every((ground) => wcagContrast(hex, ground) >= min)) return hex;
    if (l === end) throw new Error(`no color is readable on ${grounds.join(' and ')}`);
    l = end === 0 ? Math.max(0, l - step) : Math.min(1, l + step);
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Hues of errors and success messages, which do not depend on the chosen colors. */
const red = { c: 0.16, h: 26 };
const green = { c: 0.11, h: 150 };

function lightTheme(accent: Tone, paper: Tone): Record<PaletteToken, string> {
  const ground = { ...paper, l: clamp(paper.l, 0.955, 1), c: Math.min(paper.c, 0.02) };
  const tint = { c: Math.min(paper.c, 0.015), h: paper.h };
  const grounds = { paper: hexOf(ground), raised: '#ffffff' };
  const strawTint = { c: clamp(accent.c * 0.45, 0, 0.05), h: accent.h };
  const straw = hexOf({ l: 0.925, ...strawTint });
  const dangerGround = hexOf({ l: 0.945, c: 0.018, h: red.h });
  const band = hexOf({ ...ground, l: ground.l - 0.025 });
  const code = hexOf({ ...ground, l: ground.l - 0.04 });
  const all = [grounds.paper, grounds.raised, band, code];
  const call = readableOn([...all, straw], accent, 0);
  const deep = { ...toneOf(call), l: toneOf(call).l - 0.085 };
  return {
    ...grounds,
    ink: readableOn([...all, straw, dangerGround], { l: 0.21, c: 0.01, h: paper.h }, 0),
    quiet: readableOn([...all, straw], { l: 0.48, c: 0.015, h: paper.h }, 0),
    line: hexOf({ l: ground.l - 0.075, ...tint }),
    edge: readableOn(all, { l: 0.63, ...tint }, 0, edgeContrast),
    rust: call,
    'rust-deep': readableOn([...all, straw, '#ffffff'], deep, 0),
    'on-rust': '#ffffff',
    slate: readableOn([...all, straw], { l: 0.44, c: 0.045, h: accent.h + 200 }, 0),
    straw,
    'straw-line': hexOf({ l: 0.86, c: strawTint.c * 1.3, h: accent.h }),
    'straw-quiet': readableOn([straw], { l: 0.43, c: 0.03, h: accent.h }, 0),
    band,
    'band-line': hexOf({ l: ground.l - 0.11, ...tint }),
    code,
    danger: readableOn([...all, dangerGround], { l: 0.47, ...red }, 0),
    'danger-ground': dangerGround,
    good: readableOn(all, { l: 0.47, ...green }, 0),
  };
}

function darkTheme(accent: Tone, paper: Tone): Record<PaletteToken, string> {
  const tint = { c: Math.min(paper.c, 0.012), h: paper.h };
  const grounds = {
    paper: hexOf({ l: 0.185, ...tint }),
    raised: hexOf({ l: 0.23, ...tint }),
  };
  const strawTint = { c: clamp(accent.c * 0.25, 0, 0.03), h: accent.h };
  const straw = hexOf({ l: 0.315, ...strawTint });
  const dangerGround = hexOf({ l: 0.265, c: 0.045, h: red.h });
  const band = hexOf({ l: 0.21, ...tint });
  const code = hexOf({ l: 0.27, ...tint });
  const all = [grounds.paper, grounds.raised, band, code];
  const onCall = hexOf({ l: 0.2, ...tint });
  const call = readableOn([...all, straw, onCall], { ...accent, l: Math.max(accent.l, 0.72) }, 1);
  const deep = { ...toneOf(call), l: toneOf(call).l + 0.06, c: toneOf(call).c * 0.8 };
  return {
    ...grounds,
    ink: readableOn([...all, straw, dangerGround], { l: 0.95, ...tint }, 1),
    quiet: readableOn([...all, straw], { l: 0.73, c: tint.c, h: paper.h }, 1),
    line: hexOf({ l: 0.3, ...tint }),
    edge: readableOn(all, { l: 0.55, ...tint }, 1, edgeContrast),
    rust: call,
    'rust-deep': readableOn([...all, straw, onCall], deep, 1),
    'on-rust': onCall,
    slate: readableOn([...all, straw], { l: 0.74, c: 0.045, h: accent.h + 200 }, 1),
    straw,
    'straw-line': hexOf({ l: 0.41, ...strawTint }),
    'straw-quiet': readableOn([straw], { l: 0.81, c: 0.03, h: accent.h }, 1),
    band,
    'band-line': hexOf({ l: 0.3, ...tint }),
    code,
    danger: readableOn([...all, dangerGround], { l: 0.76, ...red }, 1),
    'danger-ground': dangerGround,
    good: readableOn(all, { l: 0.79, ...green }, 1),
  };
}

/**
 * Returns all colors of both themes: the default ones, or ones derived from the two chosen colors. A chosen color keeps
 * its hue and chroma. Its lightness changes as far as WCAG AA requires for text on the color, or for the color as text
 * (`palettePairs`).
 */
export function paletteOf(choice: Appearance): Palette {
  if (!choice) return defaultPalette;
  const accent = toneOf(choice.accent);
  const paper = toneOf(choice.paper);
  return { light: lightTheme(accent, paper), dark: darkTheme(accent, paper) };
}

/** Returns CSS that overrides `tokens.css`, whichever of the two comes first on the page. */
export function paletteCss({ light, dark }: Palette): string {
  const declarations = paletteTokens.map(
    (token) => `--${token}:light-dark(${light[token]},${dark[token]})`,
  );
  // The panel's buttons have white text in both themes.
  const filled = [`--filled:${light.rust}`, `--filled-hover:${light['rust-deep']}`];
  return `:root:root,:root [data-ground=dark]{${[...declarations, ...filled].join(';')}}`;
}
