import { describe, expect, it } from 'vitest';

import { hasText, isReadableOn } from './logo-warnings';

const pixels = (...colours: [number, number, number, number][]) => colours.flat();

describe('a logo', () => {
  it.each([
    ['black', pixels([0, 0, 0, 255]), true, false],
    ['white', pixels([255, 255, 255, 255]), false, true],
    ['of a medium tone', pixels([180, 71, 26, 255]), true, true],
    [
      'a black word with a red letter',
      pixels([0, 0, 0, 255], [0, 0, 0, 255], [200, 30, 30, 255]),
      true,
      false,
    ],
    ['with soft edges only', pixels([0, 0, 0, 60]), true, true],
  ])('%s is readable on light: %s, on dark: %s', (_, of, light, dark) => {
    expect([isReadableOn(of, 'light'), isReadableOn(of, 'dark')]).toEqual([light, dark]);
  });

  it('counts as containing text only if it is an SVG with text elements', () => {
    const svg = (inner: string) => ({
      type: 'svg' as const,
      data: `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`,
      width: 10,
      height: 10,
    });
    expect(hasText(svg('<text x="1">Harbour</text>'))).toBe(true);
    expect(hasText(svg('<path d="M0 0"/>'))).toBe(false);
    expect(hasText({ ...svg('<text>a</text>'), type: 'png' })).toBe(false);
  });
});
