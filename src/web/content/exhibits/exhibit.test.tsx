import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { change, formatWeight, withUnit } from '~/contract/portfolio/exhibit-numbers';
import { type Exhibit, exhibitSchema, readExhibits } from '~/contract/portfolio/exhibits-schema';
import { seedPortfolio } from '~/server/seed/portfolio';
import { renderPart } from '~/testing/render';
import { ExhibitDrawing } from './exhibit';

it('numbers of exhibits are formatted', () => {
  expect(withUnit(1310, 'packets')).toBe('1,310 packets');
  expect(withUnit(94, '$')).toBe('$94');
  expect(withUnit(33, '%')).toBe('33%');
  expect([0.5, 38, 2400, 12_400].map(formatWeight)).toEqual([
    '500 bytes',
    '38 KB',
    '2.4 MB',
    '12 MB',
  ]);
  expect([change(340, 198), change(66, 84), change(402, 1310), change(0, 5), change(5, 5)]).toEqual(
    ['−42%', '+27%', '×3.3', '', ''],
  );
  expect([change(66, 84, '%'), change(7, 1.9, '%'), change(0, 1, '%')]).toEqual([
    '+18 points',
    '−5.1 points',
    '+1 point',
  ]);
});

it('two bars are drawn to one scale, with their numbers and the change as text', () => {
  render(
    <ExhibitDrawing
      exhibit={{
        kind: 'bars',
        title: 'Calls',
        caption: 'On a Friday',
        unit: 'calls',
        bars: [
          { label: 'Before', value: 340 },
          { label: 'After', value: 170 },
        ],
      }}
    />,
  );
  const figure = screen.getByRole('figure', { name: 'Calls' });
  expect(within(figure).getByText('340 calls')).toBeVisible();
  expect(within(figure).getByText('−50%')).toBeVisible();
  const lengths = [...figure.querySelectorAll<HTMLElement>('dd > span:first-child')];
  expect(lengths.map((one) => one.style.getPropertyValue('--share'))).toEqual(['1', '0.5']);
});

it('a bill is added up, and shows differences from the quote', async () => {
  const lines = [
    { label: 'Design', quoted: 20, taken: 18.5 },
    { label: 'Code', quoted: 48, taken: 54 },
  ];
  const bill: Exhibit = { kind: 'bill', title: 'The bill', caption: '', of: 'hours', lines };
  await renderPart(<ExhibitDrawing exhibit={bill} />);
  expect(screen.getByRole('row', { name: 'Total 68 h 72.5 h' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Over the quote +4.5 h' })).toBeVisible();
});

it('a phone is drawn with its picture, or with texts if there is no picture', () => {
  const phone = exhibitSchema.parse({
    kind: 'phone',
    heading: 'Harbour Point',
    rows: [{ text: 'Is she sailing?', value: 'Yes', tone: 'good' }],
  });
  const { rerender } = render(<ExhibitDrawing exhibit={phone} />);
  expect(screen.getByText('Is she sailing?')).toBeVisible();
  rerender(
    <ExhibitDrawing
      exhibit={{ ...phone, picture: '/media/x.webp', alt: 'The first screen' } as never}
    />,
  );
  expect(screen.getByRole('img', { name: 'The first screen' })).toBeVisible();
  expect(screen.queryByText('Is she sailing?')).toBeNull();
});

it('only the exhibits that this version can draw are read', () => {
  const known = {
    kind: 'timeline',
    title: '',
    caption: '',
    steps: [{ label: 'A', from: 1, to: 2 }],
  };
  expect(readExhibits([known, { kind: 'hologram' }, null])).toEqual([known]);
  expect(readExhibits('nothing')).toEqual([]);
  const turned = { ...known, steps: [{ label: 'A', from: 3, to: 2 }] };
  expect(exhibitSchema.safeParse(turned).success).toBe(false);
});

it.each(seedPortfolio.map((item) => [item.slug, item] as const))(
  'the samples of %s are drawn unchanged, and its hours are the totals of its bill',
  (_, { exhibits, hoursQuoted, hoursTaken, priceFrom }) => {
    expect(exhibits.length).toBeGreaterThan(0);
    expect(readExhibits(exhibits)).toEqual(exhibits);
    for (const one of exhibits) {
      if (one.kind !== 'bill') continue;
      const sum = (key: 'quoted' | 'taken') => one.lines.reduce((all, line) => all + line[key], 0);
      const factor = one.of === 'money' ? 100 : 1;
      expect([sum('quoted'), sum('taken')]).toEqual([
        (hoursQuoted ?? 0) * factor,
        (hoursTaken ?? 0) * factor,
      ]);
      expect(Number(priceFrom)).toBe((hoursQuoted ?? 0) * 100);
    }
  },
);
