import { type CoverTones, coverTones } from './flight-mark';

interface ScreenCover {
  kind: 'phone' | 'browser';
  address: string;
  heading: string;
  rows: { text: string; value: string; tone: 'none' | 'good' | 'wait' | 'bad' }[];
}

/** Cover that compares lengths or areas. Each share is relative to the largest one. */
interface ScaleCover {
  kind: 'bars' | 'squares';
  parts: { label: string; value: string; share: number }[];
}

/** Content of the cover of a portfolio item, made from its most recognizable exhibit. */
export type DrawnCover = ScreenCover | ScaleCover;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '');
const round = (value: number) => Math.round(value * 10) / 10;

interface Style {
  size: number;
  tone: string;
  face?: 'display' | 'text';
  weight?: number;
  /** Maximum width of the text, in units of the drawing. */
  room?: number;
}

/**
 * Estimates the number of characters that fit. Their widths differ, so this uses an average that long texts rarely
 * exceed; the frame clips the rest.
 */
const letters = (size: number, room: number) => Math.max(3, Math.floor(room / (size * 0.54)));

function shortened(words: string, most: number): string {
  return words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`;
}

function text(x: number, y: number, words: string, style: Style): string {
  const { size, tone, face = 'text', weight = 400, room } = style;
  const shown = room ? shortened(words, letters(size, room)) : words;
  return `<text x="${round(x)}" y="${round(y)}" fill="var(--${tone})" style="font:${weight} ${size}px var(--${face})">${escaped(shown)}</text>`;
}

/** Breaks a text into at most `most` lines. */
function linesOf(words: string, size: number, room: number, most: number): string[] {
  const limit = letters(size, room);
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= limit)
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] += '…';
  return kept.map((line) => shortened(line, limit));
}

const rect = (x: number, y: number, width: number, height: number, attributes: string) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${attributes}/>`;
const filled = (tone: string, radius = 0) => `rx="${radius}" fill="var(--${tone})"`;
/** Clips a drawing at its frame. */
const framed = (x: number, y: number, width: number, height: number, body: string) =>
  `<svg x="${x}" y="${y}" width="${width}" height="${height}">${body}</svg>`;

const stateMarks = {
  none: '',
  good: 'fill="var(--good)"',
  wait: 'fill="none" stroke="var(--rust)" stroke-width="1.2"',
  bad: 'fill="var(--danger)"',
};
const state = (x: number, y: number, tone: keyof typeof stateMarks) =>
  tone === 'none' ? '' : `<circle cx="${round(x)}" cy="${round(y)}" r="2.4" ${stateMarks[tone]}/>`;

function rings(x: number, y: number, tone: string): string {
  const circles = [60, 84, 108, 132].map((r) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('');
  return `<g fill="none" stroke="var(--${tone})" opacity=".45">${circles}</g>`;
}

const headlines = (lines: readonly string[], x: number, y: number, size: number): string =>
  lines
    .map((line, at) =>
      text(x, y + at * (size + 2), line, { size, tone: 'ink', face: 'display', weight: 650 }),
    )
    .join('');

/** Draws a centered phone that extends past the bottom. */
function phone(cover: ScreenCover, tones: CoverTones): string {
  const [width, inset] = [136, 13];
  const room = width - 2 * inset;
  const heading = linesOf(cover.heading, 13, room, 2);
  const top = 30 + heading.length * 15;
  const body =
    rect(0, 0, width, 240, filled('paper', 16)) +
    rect(width / 2 - 13, 7, 26, 3, filled('line', 1.5)) +
    headlines(heading, inset, 32, 13) +
    cover.rows
      .map(({ text: label, value, tone }, at) => {
        const y = top + at * 31;
        const indent = tone === 'none' ? 0 : 8;
        return (
          rect(inset, y, room, 0.6, filled('line')) +
          text(inset, y + 11, label, { size: 7, tone: 'quiet', room }) +
          state(inset + 2.4, y + 19.4, tone) +
          text(inset + indent, y + 22.5, value, {
            size: 9.5,
            tone: 'ink',
            weight: 600,
            room: room - indent,
          })
        );
      })
      .join('');
  return rings(160, 200, tones.line) + framed(92, 22, width, 240, body);
}

/** Draws a browser window that extends past the right and the bottom. */
function browser(cover: ScreenCover, tones: CoverTones): string {
  const [width, inset] = [300, 16];
  const heading = linesOf(cover.heading, 14, 230, 2);
  const top = 46 + (heading.length - 1) * 16;
  const body =
    rect(0, 0, width, 240, filled('paper', 7)) +
    [12, 20, 28].map((x) => `<circle cx="${x}" cy="9" r="2.2" fill="var(--line)"/>`).join('') +
    text(38, 11.5, cover.address, { size: 7, tone: 'quiet', room: 180 }) +
    rect(0, 18, width, 0.6, filled('line')) +
    headlines(heading, inset, 40, 14) +
    cover.rows
      .map(({ text: label, value, tone }, at) => {
        const y = top + 8 + at * 25;
        return (
          rect(inset, y, width, 0.6, filled('line')) +
          text(inset, y + 16, label, { size: 8.5, tone: 'ink', room: 122 }) +
          state(inset + 132, y + 13, tone) +
          text(inset + 139, y + 16, value, { size: 8.5, tone: 'quiet', room: 128 })
        );
      })
      .join('');
  return rings(48, 24, tones.line) + framed(36, 32, width, 240, body);
}

/** Draws lengths as bars on one scale. The last bar, the result, has the strong color. */
function bars({ parts }: ScaleCover, tones: CoverTones): string {
  const shown = parts.slice(0, 3);
  const left = 28;
  const size = shown.length === 2 ? 22 : 17;
  const longest = Math.max(...shown.map(({ value }) => value.length));
  const room = Math.max(80, 250 - longest * size * 0.56);
  const height = shown.length === 2 ? 36 : 24;
  const step = height + 32;
  const top = (200 - shown.length * step + 14) / 2;
  return shown
    .map(({ label, value, share }, at) => {
      const y = top + at * step;
      const isLast = at === shown.length - 1;
      const length = Math.max(3, room * share);
      return (
        text(left, y, label, { size: 9.5, tone: tones.text, room: 250 }) +
        rect(left, y + 7, length, height, filled(isLast ? tones.strong : tones.weak, 2)) +
        text(left + length + 9, y + 7 + height / 2 + size * 0.36, value, {
          size,
          tone: tones.text,
          face: 'display',
          weight: 650,
        })
      );
    })
    .join('');
}

/** Draws areas as squares on one scale, side by side. */
function squares({ parts }: ScaleCover, tones: CoverTones): string {
  const shown = parts.slice(0, 3);
  const most = 116;
  let x = 32;
  return shown
    .map(({ label, value, share }, at) => {
      const side = Math.max(4, most * Math.sqrt(share));
      const isLast = at === shown.length - 1;
      const drawn =
        rect(x, 148 - side, side, side, filled(isLast ? tones.strong : tones.weak, 1)) +
        text(x, 168, value, { size: 15, tone: tones.text, face: 'display', weight: 650 }) +
        text(x, 181, label, { size: 7.5, tone: tones.text, room: 104 });
      x += Math.max(side, 92) + 22;
      return drawn;
    })
    .join('');
}

/**
 * Draws a cover of 320 by 200, the size of the marks for portfolio items without pictures.
 *
 * @param seed selects the background
 */
export function workCover(cover: DrawnCover, seed: string): string {
  const tones = coverTones(seed);
  const ground = rect(0, 0, 320, 200, filled(tones.ground));
  switch (cover.kind) {
    case 'phone':
      return ground + phone(cover, tones);
    case 'browser':
      return ground + browser(cover, tones);
    case 'bars':
      return ground + bars(cover, tones);
    case 'squares':
      return ground + squares(cover, tones);
  }
}
