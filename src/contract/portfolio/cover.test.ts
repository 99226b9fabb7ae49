import { describe, expect, it } from 'vitest';

import { type DrawnCover, workCover } from '~/contract/common/work-cover';
import { coverOf } from './cover-schema';
import { type ExhibitInput, exhibitSchema } from './exhibits-schema';

const read = (...exhibits: ExhibitInput[]) => exhibits.map((one) => exhibitSchema.parse(one));
const bars: ExhibitInput = {
  kind: 'bars',
  unit: '$',
  bars: [
    { label: 'Before', value: 94 },
    { label: 'After', value: 47 },
  ],
};
const weight: ExhibitInput = {
  kind: 'weight',
  items: [
    { label: 'Before', kilobytes: 2400 },
    { label: 'After', kilobytes: 38 },
  ],
};
const phone: ExhibitInput = { kind: 'phone', heading: 'Harbour Point', rows: [] };
const bill: ExhibitInput = { kind: 'bill', lines: [{ label: 'Work', quoted: 1, taken: 1 }] };

describe('the cover of a portfolio item', () => {
  it('is its first picture, or else a screen, sizes or bars', () => {
    const all = read(bill, bars, weight, phone);
    expect(coverOf(['/a.png', '/b.png'], all)).toEqual({ kind: 'picture', url: '/a.png' });
    expect(coverOf([], all)).toMatchObject({ kind: 'phone', heading: 'Harbour Point' });
    expect(coverOf([], read(bars, weight))).toMatchObject({ kind: 'squares' });
    expect(coverOf([], read(bill, bars))).toEqual({
      kind: 'bars',
      parts: [
        { label: 'Before', value: '$94', share: 1 },
        { label: 'After', value: '$47', share: 0.5 },
      ],
    });
    expect(coverOf([], read(bill))).toBeNull();
  });

  it('is the picture of its screen; a screen without content gives no cover', () => {
    const picture = 'https://agency.example/screen.png';
    expect(coverOf([], read({ kind: 'browser', picture }))).toEqual({
      kind: 'picture',
      url: picture,
    });
    expect(coverOf([], read({ kind: 'browser' }))).toBeNull();
  });

  it('draws texts escaped, and shortens long ones', () => {
    const cover: DrawnCover = {
      kind: 'phone',
      address: '',
      heading: `<b>"&</b> ${'long '.repeat(40)}`,
      rows: [{ text: '<script>', value: 'x'.repeat(100), tone: 'good' }],
    };
    const drawn = workCover(cover, 'seed');
    expect(drawn).toContain('&lt;script&gt;');
    expect(drawn).toContain('&lt;b&gt;&quot;&amp;&lt;/b&gt;');
    expect(drawn).not.toMatch(/<(?:b|script)>/);
    expect(drawn).not.toContain('x'.repeat(30));
    expect(workCover(cover, 'seed')).toBe(drawn);
  });

  it('draws bars whose values are all zero', () => {
    const parts = [
      { label: 'Before', value: '0', share: 0 },
      { label: 'After', value: '0', share: 0 },
    ];
    expect(workCover({ kind: 'bars', parts }, 'seed')).not.toMatch(/NaN|Infinity/);
  });
});
