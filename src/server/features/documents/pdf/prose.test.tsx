import type { ReactElement, ReactNode } from 'react';
import { describe, expect, it } from 'vitest';

import { Prose } from './prose';

type Node = ReactElement<{ children?: ReactNode }>;

const blocksOf = (text: string) => (Prose({ text, level: 'H2' }) as Node).props.children as Node[];
const wordsOf = (node: ReactNode): string => {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  return node && typeof node === 'object' ? wordsOf((node as Node).props.children) : '';
};

describe('a text in a PDF', () => {
  it('is drawn as headings, paragraphs and lists', () => {
    expect(blocksOf('# Title\n\nOne **two**\n\n- three\n- four').map(wordsOf)).toEqual([
      'Title',
      'One two',
      '•three•four',
    ]);
  });

  it.each([
    ['paragraphs', 'a\n\n'.repeat(6_000)],
    ['list items', '- a\n'.repeat(5_000)],
    ['headings', '# a\n'.repeat(5_000)],
    ['code', '```\na\n```\n'.repeat(2_000)],
    ['cells', `${'|a'.repeat(160)}\n${'|-'.repeat(160)}\n${'x\n'.repeat(400)}`],
  ])(
    'of thousands of %s has few blocks, because layout time grows with the square of their number',
    (_, text) => {
      const blocks = blocksOf(`${text}\n\nthe last words`);
      expect(blocks.length).toBeLessThanOrEqual(501);
      expect(wordsOf(blocks.at(-1)?.props.children)).toMatch(/the last words$/);
    },
  );
});
