import { readFileSync } from 'node:fs';

import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { paletteOf, palettePairs, paletteTokens, type Theme } from './palette';
import { styleOf } from './style';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const themes: Theme[] = ['light', 'dark'];

/** Styles with the site's default colors. */
const tokensCss = readFileSync('src/web/ui/tokens.css', 'utf8');

describe('the colors of a site', () => {
  it('are readable on their backgrounds, in both themes, for any choice', () => {
    fc.assert(
      fc.property(colour, colour, (accent, paper) => {
        const palette = paletteOf({ accent, paper });
        for (const theme of themes) {
          for (const { on, words, min } of palettePairs) {
            const contrast = wcagContrast(palette[theme][words], palette[theme][on]);
            if (contrast < min)
              throw new Error(`${words} on ${on}, ${theme}: ${contrast.toFixed(2)} of ${min}`);
          }
        }
      }),
      {
        numRuns: 300,
        examples: [
          ['#000000', '#000000'],
          ['#ffffff', '#ffffff'],
        ],
      },
    );
  });

  it('keep the chosen accent if it is readable', () => {
    expect(paletteOf({ accent: '#1d4ed8', paper: '#f7f8fa' }).light.rust).toBe('#1d4ed8');
    expect(paletteOf({ accent: '#facc15', paper: '#ffffff' }).light.rust).not.toBe('#facc15');
  });

  it('distinguish an accent from the surrounding text, however dark it is', () => {
    const { dark } = paletteOf({ accent: '#1a0d05', paper: '#fbf8f2' });
    expect(dark.rust).not.toBe(dark.ink);
  });

  it('are those of tokens.css by default', () => {
    const declared = [...tokensCss.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
    const { light, dark } = paletteOf(null);
    expect(declared.map(([, name, ...both]) => [name, ...both])).toEqual(
      paletteTokens.map((token) => [token, light[token], dark[token]]),
    );
    expect(styleOf({ appearance: null, logo: null, typeface: null })).toBeNull();
  });

  it('override every token if others are chosen', () => {
    const { css = '', grounds } =
      styleOf({
        appearance: { accent: '#1d4ed8', paper: '#f7f8fa' },
        logo: null,
        typeface: null,
      }) ?? {};
    for (const token of paletteTokens)
      expect(css).toMatch(new RegExp(`--${token}:light-dark\\(#[0-9a-f]{6},#[0-9a-f]{6}\\)`));
    expect(css.length).toBeLessThan(950);
    expect(grounds?.light).toBe('#f7f8fa');
  });
});
