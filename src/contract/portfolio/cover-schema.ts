import { z } from 'zod';

import { formatWeight, withUnit } from './exhibit-numbers';
import { type Exhibit, type ExhibitOf, screenTones } from './exhibits-schema';

const partsShape = {
  parts: z.array(z.object({ label: z.string(), value: z.string(), share: z.number() })),
};
const screenShape = {
  address: z.string(),
  heading: z.string(),
  rows: z.array(z.object({ text: z.string(), value: z.string(), tone: z.enum(screenTones) })),
};

/** Picture or drawing that represents a portfolio item in lists. */
export const workCoverSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('picture'), url: z.string() }),
  z.object({ kind: z.literal('phone'), ...screenShape }),
  z.object({ kind: z.literal('browser'), ...screenShape }),
  z.object({ kind: z.literal('bars'), ...partsShape }),
  z.object({ kind: z.literal('squares'), ...partsShape }),
]);
export type WorkCover = z.output<typeof workCoverSchema>;

/** Maximum number of rows that fit on a drawn screen. */
const rowsMax = 5;

function screenCover(exhibit: ExhibitOf<'phone'> | ExhibitOf<'browser'>): WorkCover | null {
  const { kind, picture, heading, rows } = exhibit;
  if (picture) return { kind: 'picture', url: picture };
  if (!heading && rows.length === 0) return null;
  const address = exhibit.kind === 'browser' ? exhibit.address : '';
  return { kind, address, heading, rows: rows.slice(0, rowsMax) };
}

const share = (value: number, values: number[]) => {
  const most = Math.max(...values);
  return most > 0 ? Math.round((value / most) * 1000) / 1000 : 0;
};

const covers: { [Kind in Exhibit['kind']]?: (exhibit: ExhibitOf<Kind>) => WorkCover | null } = {
  phone: screenCover,
  browser: screenCover,
  weight: ({ items }) => ({
    kind: 'squares',
    parts: items.map(({ label, kilobytes }) => ({
      label,
      value: formatWeight(kilobytes),
      share: share(
        kilobytes,
        items.map((one) => one.kilobytes),
      ),
    })),
  }),
  bars: ({ bars, unit }) => ({
    kind: 'bars',
    parts: bars.map(({ label, value }) => ({
      label,
      value: withUnit(value, unit),
      share: share(
        value,
        bars.map((one) => one.value),
      ),
    })),
  }),
};

/**
 * Returns the cover of an item: its first picture, or else a drawing of one of its exhibits.
 * Prefers screens, then sizes, then bars. Null if the item has none of these.
 */
export function coverOf(images: readonly string[], exhibits: readonly Exhibit[]): WorkCover | null {
  const [url] = images;
  if (url) return { kind: 'picture', url };
  for (const kinds of [['phone', 'browser'], ['weight'], ['bars']]) {
    for (const exhibit of exhibits.filter(({ kind }) => kinds.includes(kind))) {
      const draw = covers[exhibit.kind] as ((exhibit: Exhibit) => WorkCover | null) | undefined;
      const cover = draw?.(exhibit);
      if (cover) return cover;
    }
  }
  return null;
}
