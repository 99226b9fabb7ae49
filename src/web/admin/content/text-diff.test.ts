import { describe, expect, it } from 'vitest';

import { foldSame, linesBetween } from './text-diff';

const written = (before: string, after: string) =>
  linesBetween(before, after).map(({ kind, parts }) => {
    const text = parts.map((part) => (part.isChanged ? `[${part.text}]` : part.text)).join('');
    return `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`;
  });

describe('the difference of two texts', () => {
  it('marks the words of a line that is replaced by a similar one', () => {
    expect(written('A\nWe keep it for 2 years.\nZ', 'A\nWe keep it for 3 years.\nZ')).toEqual([
      ' A',
      '-We keep it for [2] years.',
      '+We keep it for [3] years.',
      ' Z',
    ]);
  });

  it('does not compare words of lines with little in common', () => {
    expect(written('Nothing is kept here.', 'All sales are final.')).toEqual([
      '-Nothing is kept here.',
      '+All sales are final.',
    ]);
  });

  it('includes added and removed lines at any position', () => {
    expect(written('One', 'One\n\nTwo')).toEqual([' One', '+', '+Two']);
    expect(written('One\n\nTwo', 'Two')).toEqual(['-One', '-', ' Two']);
    expect(written('One', 'One')).toEqual([' One']);
  });
});

it('unchanged lines are folded, except next to a change', () => {
  const before = Array.from({ length: 20 }, (_, index) => `Line ${index}`);
  const after = before.with(10, 'Another');
  const blocks = foldSame(linesBetween(before.join('\n'), after.join('\n')));
  expect(blocks.map(({ isFolded, lines }) => [isFolded, lines.length])).toEqual([
    [true, 8],
    [false, 6],
    [true, 7],
  ]);
  // Few equal lines are not folded.
  const near = foldSame(linesBetween('A\n1\n2\n3\nB', 'X\n1\n2\n3\nY'));
  expect(near.every(({ isFolded }) => !isFolded)).toBe(true);
});
