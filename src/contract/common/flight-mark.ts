import { type FlightMarkKind, flightMarkBox, flightMarkSizes } from './flight-mark-sizes';

export interface FlightMark {
  viewBox: string;
  body: string;
}

interface Tones {
  ground: string | null;
  line: string;
  wing: string;
  counter: string;
  disc: string;
}

interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Point that the bird circles, hovers over or dives to. */
  x: number;
  y: number;
  /** Radius of the outermost contour. */
  reach: number;
  /** Distance between contours. */
  step: number;
  /**
   * True if the drawing extends to the edges of a picture; false for a mark without a background.
   */
  bleeds: boolean;
}

/** Returns the next random whole number below the limit. */
type Draw = (limit: number) => number;
type Composition = (frame: Frame, tones: Tones, draw: Draw) => string;

const emblemTones: Tones = {
  ground: null,
  line: 'slate',
  wing: 'rust',
  counter: 'slate',
  disc: 'straw',
};

const groundTones: Tones[] = [
  { ground: 'straw', line: 'ink', wing: 'rust', counter: 'slate', disc: 'paper' },
  { ground: 'slate', line: 'paper', wing: 'straw', counter: 'ink', disc: 'rust' },
  { ground: 'line', line: 'slate', wing: 'rust', counter: 'ink', disc: 'straw' },
  { ground: 'rust', line: 'paper', wing: 'paper', counter: 'ink', disc: 'straw' },
];

/** Seed of the hash, chosen so that adjacent marks in the sample content differ in composition. */
const spread = 7_257_178;

function hash(text: string): number {
  let value = spread;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

function picker(seed: number): Draw {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, limit);
  };
}

const color = (name: string) => `var(--${name})`;
/** Removes spaces before minus signs to save bytes, because the initial HTML contains the paths. */
const tight = (path: string) => path.replaceAll(' -', '-');
const fill = (tone: string, path: string) => `<path fill="${color(tone)}" d="${tight(path)}"/>`;
const lines = (tone: string, path: string) =>
  `<path fill="none" stroke="${color(tone)}" d="${tight(path)}"/>`;
const disc = (tone: string, x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${color(tone)}"/>`;

function ring(x: number, y: number, r: number, sweep: 0 | 1 = 1): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 ${sweep} ${2 * r} 0a${r} ${r} 0 1 ${sweep} ${-2 * r} 0`;
}

/** Draws half a ring above the horizon (side 1) or below it (side 0). */
function arch(x: number, y: number, r: number, side: 0 | 1): string {
  return `M${x - r} ${y}a${r} ${r} 0 0 ${side} ${2 * r} 0`;
}

/** Draws a falcate wing: a half ring outside, a flatter ellipse inside, both ends pointed. */
function wing(x: number, y: number, r: number, depth: number, side: 0 | 1): string {
  return `${arch(x, y, r, side)}a${r} ${Math.max(2, r - depth)} 0 0 ${1 - side} ${-2 * r} 0`;
}

/** Returns the mark unchanged, or mirrored horizontally, vertically, or both. */
function flipped(frame: Frame, flip: number, body: string): string {
  if (flip === 0) return body;
  const sx = flip & 1 ? -1 : 1;
  const sy = flip & 2 ? -1 : 1;
  const tx = flip & 1 ? frame.left + frame.right : 0;
  const ty = flip & 2 ? frame.top + frame.bottom : 0;
  return `<g transform="matrix(${sx} 0 0 ${sy} ${tx} ${ty})">${body}</g>`;
}

function turned(frame: Frame, quarter: number, body: string): string {
  const { x, y } = frame;
  return quarter === 0 ? body : `<g transform="rotate(${quarter * 90} ${x} ${y})">${body}</g>`;
}

/** Draws rings that lean to one side. The gap between two rings forms the wing. */
const drift: Composition = (frame, tones, draw) => {
  const { x, y, reach, step } = frame;
  const count = Math.floor(reach / step);
  const lean = Math.round((step * (2 + draw(3))) / 4);
  const chosen = 1 + draw(count - 4);
  const wide = 1 + draw(2);
  const at = (index: number) => ({ cx: x - index * lean, r: reach - index * step });
  let contours = '';
  for (let index = 0; index < count; index += 1) {
    const { cx, r } = at(index);
    if (index < chosen || index > chosen + wide) contours += ring(cx, y, r);
  }
  const outer = at(chosen);
  const inner = at(chosen + wide);
  const core = at(count - 1 - draw(2));
  return turned(
    frame,
    draw(4),
    disc(tones.disc, outer.cx, y, outer.r) +
      lines(tones.line, contours) +
      fill(tones.wing, ring(outer.cx, y, outer.r) + ring(inner.cx, y, inner.r, 0)) +
      disc(tones.counter, core.cx, y, core.r),
  );
};

/** Draws a climbing line of half turns around two centers. */
const thermal: Composition = (frame, tones, draw) => {
  const { x, y, reach, step, bleeds } = frame;
  const quarter = draw(4);
  const half = Math.floor(step / 2) + draw(2);
  const turns = Math.floor(reach / half) - 1 + (bleeds ? 7 : 0);
  let line = `M${x - 2 * half} ${y}a`;
  for (let index = 3; index <= turns; index += 1) {
    const r = half * index;
    line += `${index === 3 ? '' : ' '}${r} ${r} 0 0 1 ${index % 2 === 1 ? 2 * r : -2 * r} 0`;
  }
  const last = turns - 1 - draw(3) - (bleeds ? 8 : 0);
  const odd = last % 2 === 1;
  const middle = odd ? x + half : x;
  return turned(
    frame,
    quarter,
    disc(tones.disc, middle, y, half * Math.max(3, last - 3 - draw(2))) +
      lines(tones.line, line) +
      fill(tones.wing, wing(middle, y, half * last, half * (3 + draw(3)), odd ? 1 : 0)) +
      fill(tones.counter, arch(middle, y, half * Math.max(2, last - 5 - draw(3)), odd ? 0 : 1)),
  );
};

/** Draws two hovering wings, with the wingbeat repeated below. */
const hover: Composition = (frame, tones, draw) => {
  const { x, y, reach, step } = frame;
  const top = y - Math.round(reach / 4);
  const half = Math.round(reach / 2);
  const bow = 8 + draw(5);
  const shrink = Math.round((step * (1 + draw(3))) / 6);
  const beat = (span: number, rise: number) =>
    `q${span} ${-rise} ${2 * span} 0 ${span} ${-rise} ${2 * span} 0`;
  let contours = '';
  for (let row = 1; row < 8 && half - row * shrink > step / 2; row += 1) {
    const span = half - row * shrink;
    contours += `M${x - 2 * span} ${top + row * step}${beat(span, Math.round((span * bow) / 10))}`;
  }
  const rise = Math.round((half * (bow + 6)) / 10);
  const thin = Math.round(rise / (2 + draw(3)));
  const back = `q${-half} ${-thin} ${-2 * half} 0 ${-half} ${-thin} ${-2 * half} 0`;
  const tail = Math.round((reach * (7 + draw(3))) / 10);
  const girth = Math.round((tail * (7 + draw(4))) / 10);
  const sun = Math.round((reach * (4 + draw(3))) / 10);
  return (
    disc(tones.disc, x, top + draw(2) * half, sun) +
    lines(tones.line, contours) +
    fill(tones.wing, `M${x - 2 * half} ${top}${beat(half, rise)}${back}`) +
    fill(
      tones.counter,
      `M${x} ${top}a${girth} ${girth} 0 0 1 0 ${tail} ${girth} ${girth} 0 0 1 0 ${-tail}`,
    )
  );
};

/** Draws a dive: parabolas that start apart and end at one point on the ground. */
const stoop: Composition = (frame, tones, draw) => {
  const { left, right, top, bottom, step } = frame;
  const width = right - left;
  const fall = Math.round(width * 0.7);
  const count = Math.floor((bottom - top) / step) - 2;
  const chosen = 1 + draw(count - 4);
  let contours = '';
  for (let index = 0; index < count; index += 1) {
    const drop = bottom - top - index * step;
    contours += `M${left} ${bottom - drop}q${fall} 0 ${fall} ${drop}`;
  }
  const high = bottom - top - chosen * step;
  const low = high - (2 + draw(2)) * step;
  const blade = `M${left} ${bottom - high}q${fall} 0 ${fall} ${high}q0 ${-low} ${-fall} ${-low}z`;
  const ground = Math.round((bottom - top) * (0.2 + draw(3) / 20));
  const sun = Math.round((bottom - top) * 0.18);
  return flipped(
    frame,
    draw(2),
    disc(tones.disc, right - sun, top + sun, sun) +
      lines(tones.line, contours) +
      fill(tones.wing, blade) +
      fill(tones.counter, arch(left + fall, bottom, ground, 1)),
  );
};

/** Draws hills as stacked half rings. The outermost ring of the far hill is the wing. */
const ridge: Composition = (frame, tones, draw) => {
  const { left, right, top, bottom, step, bleeds } = frame;
  const height = bottom - top;
  const spare = right - left - height;
  const floor = left === 0 ? bottom : bottom - 3 * step;
  const far = Math.round(height * (0.42 + draw(3) / 25)) + Math.round(spare / 3);
  const near = Math.round(height * (0.2 + draw(3) / 20)) + Math.round(spare / 8);
  const farX = left + far - Math.round(spare / 6);
  const nearX = right - near - step;
  let contours = '';
  for (let r = far - step; r > step; r -= step) contours += arch(farX, floor, r, 1);
  const sun = Math.round(height * (0.16 + draw(3) / 25));
  return flipped(
    frame,
    draw(2),
    disc(tones.disc, nearX - draw(2) * near, floor - far + Math.round(sun / 4), sun) +
      lines(tones.line, contours) +
      fill(tones.wing, wing(farX, floor, far, step * (2 + draw(2)), 1)) +
      (bleeds ? lines(tones.line, arch(nearX, floor, near + step, 1)) : '') +
      fill(tones.counter, arch(nearX, floor, near, 1)),
  );
};

/** Draws a banking turn as quarter rings around a corner. */
const bank: Composition = (frame, tones, draw) => {
  const { left, right, top, bottom, step } = frame;
  const height = bottom - top;
  const quarter = (r: number) => `M${left} ${bottom - r}a${r} ${r} 0 0 1 ${r} ${r}`;
  const first = 3 + draw(2);
  let contours = '';
  const outer = Math.max(first + 4, Math.floor(height / step) - 1 - draw(4)) * step;
  const inner = outer - (2 + draw(2)) * step;
  const core = first * step;
  for (let r = core + 2 * step; r <= right - left; r += step) {
    if (r !== outer) contours += quarter(r);
  }
  const band = `${quarter(outer)}h${inner - outer}a${inner} ${outer} 0 0 0 ${-inner} ${-outer}`;
  const sun = Math.round(height * (0.14 + draw(3) / 25));
  return flipped(
    frame,
    draw(4),
    disc(tones.disc, right - sun, top + sun, sun) +
      lines(tones.line, contours) +
      fill(tones.wing, band) +
      fill(tones.counter, `M${left} ${bottom}v${-core}a${core} ${core} 0 0 1 ${core} ${core}`),
  );
};

/** Draws a long glide: every arch above the horizon continues as an arch below it. */
const glide: Composition = (frame, tones, draw) => {
  const { x, y, reach, step, bleeds } = frame;
  const count = 3 + (reach > 6 * step ? 1 : 0) + (bleeds ? draw(2) : 0);
  const inner = Math.round((reach - (count - 1) * step * 1.5) / 2);
  const outer = inner + (count - 1) * step;
  const pair = inner + outer;
  // In a mark that fills a picture, the wave extends past both edges.
  const start = bleeds ? 10 * draw(7) - 40 : Math.round(x - pair / 2);
  const repeats = bleeds ? 2 : 1;
  const first = bleeds ? start + pair : start;
  const hop = (r: number, side: number, way: 1 | -1) => `${r} ${r} 0 0 ${side} ${way * 2 * r} 0`;
  const there = (r: number) =>
    `M${start - r} ${y}a${`${hop(r, 1, 1)} ${hop(pair - r, 0, 1)} `.repeat(repeats).trim()}`;
  const back = (r: number) =>
    `h${step}a${`${hop(pair - r, 1, -1)} ${hop(r, 0, -1)} `.repeat(repeats).trim()}`;
  let contours = '';
  for (let r = inner; r <= outer; r += step) contours += there(r);
  const edge = outer - step * draw(count - 1);
  const over = draw(2);
  const body =
    disc(tones.disc, first + over * pair, y, inner) +
    lines(tones.line, contours) +
    fill(tones.wing, there(edge) + back(edge - step)) +
    fill(
      tones.counter,
      arch(first + (1 - over) * pair, y, inner, over === (bleeds ? 1 : 0) ? 0 : 1),
    );
  return bleeds ? flipped(frame, draw(4), body) : turned(frame, draw(4), body);
};

const compositions: Composition[] = [thermal, stoop, hover, ridge, drift, bank, glide];

function frameOf(kind: FlightMarkKind, draw: Draw): Frame {
  const { width, height } = flightMarkSizes[kind];
  const whole = { left: 0, top: 0, right: width, bottom: height, x: width / 2, y: height / 2 };
  if (kind === 'emblem') {
    return {
      left: 4,
      top: 4,
      right: 92,
      bottom: 92,
      x: 48,
      y: 48,
      reach: 44,
      step: 6 + draw(3),
      bleeds: false,
    };
  }
  if (kind === 'avatar') {
    const [x, y] = [20 + 6 * draw(5), 22 + 5 * draw(5)];
    return { ...whole, x, y, reach: 46, step: 7 + draw(4), bleeds: false };
  }
  return {
    ...whole,
    x: 100 + 10 * draw(13),
    y: 95 + 5 * draw(5),
    reach: 140,
    step: 14,
    bleeds: true,
  };
}

/**
 * Returns the mark for a seed. The same seed always has the same mark, and its kinds share one
 * composition.
 */
export function flightMark(seed: string, kind: FlightMarkKind): FlightMark {
  const value = hash(seed);
  const draw = picker(value);
  const { width, height } = flightMarkSizes[kind];
  const composition = compositions[draw(compositions.length)] ?? drift;
  const tones =
    kind === 'emblem' ? emblemTones : (groundTones[draw(groundTones.length)] ?? emblemTones);
  const ground = tones.ground ? fill(tones.ground, `M0 0h${width}v${height}H0z`) : '';
  return {
    viewBox: flightMarkBox(kind),
    body: ground + composition(frameOf(kind, draw), tones, draw),
  };
}

/** Colors of a cover: background, lines, text, and a strong and a weak fill. */
export interface CoverTones {
  ground: string;
  line: string;
  text: string;
  strong: string;
  weak: string;
}

const coverGrounds: [CoverTones, ...CoverTones[]] = [
  { ground: 'straw', line: 'rust', text: 'ink', strong: 'rust', weak: 'slate' },
  { ground: 'slate', line: 'paper', text: 'paper', strong: 'straw', weak: 'paper' },
  { ground: 'line', line: 'slate', text: 'ink', strong: 'rust', weak: 'slate' },
  { ground: 'rust', line: 'paper', text: 'paper', strong: 'straw', weak: 'paper' },
];

/** Returns the cover colors for a seed. The same seed always has the same colors. */
export function coverTones(seed: string): CoverTones {
  // The prefix is chosen so that adjacent covers in the sample content differ.
  return coverGrounds[hash(`sea ${seed}`) % coverGrounds.length] ?? coverGrounds[0];
}
