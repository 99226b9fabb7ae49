import { describe, expect, it } from 'vitest';

import { piecesOf } from './links';

const linksOf = (text: string) => piecesOf(text).flatMap(({ href }) => href ?? []);

describe('piecesOf', () => {
  it.each([
    ['See https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
    ['(www.example.com)', ['https://www.example.com']],
    [
      'https://example.com/a_(b) and (http://b.example/)!',
      ['https://example.com/a_(b)', 'http://b.example/'],
    ],
    ['<https://example.com/x>, "http://b.example"', ['https://example.com/x', 'http://b.example']],
    ['javascript:alert(1) data:text/html,x //example.com', []],
    ['2*3*4, (c), readme.md, https://', []],
  ])('finds the links of %j', (text, links) => {
    expect(linksOf(text)).toEqual(links);
  });

  it('preserves the text', () => {
    for (const text of [
      '2*3*4 = 24 (c) -- "x"...\n\n7. seven\n9. nine\n\n--\n  indented  twice\n',
      'https://a.example/..., www. www.a.example) https://',
      '',
    ])
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
  });
});
