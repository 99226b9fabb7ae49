/** A font that comes with the product, by the name of its Fontsource package. */
interface Face {
  family: string;
  font: string;
  weights: string;
}

/**
 * Fallback font that is shown until the web font is loaded: a common system font, scaled in percent
 * to the widths and heights of the web font. The values were measured with sentences from this
 * site, so that line breaks do not change when the font loads.
 */
interface StandIn {
  weights: string;
  isBold: boolean;
  size: number;
  ascent: number;
  descent: number;
}

interface Typeface {
  label: string;
  /** Font of headings. */
  display: Face & { standIns: StandIn[] };
  text: Face & { standIns: StandIn[] };
}

const standIn = (
  weights: string,
  isBold: boolean,
  size: number,
  ascent: number,
  descent: number,
): StandIn => ({ weights, isBold, size, ascent, descent });

/** Pairs of fonts that an agency can choose instead of the default, which is in `web/ui/tokens.css`. */
export const typefaces = {
  editorial: {
    label: 'Editorial: Fraunces and Source Sans',
    display: {
      ...{ family: 'Fraunces', font: 'fraunces', weights: '100 900' },
      standIns: [standIn('100 900', true, 101.5, 96.5, 25.6)],
    },
    text: {
      ...{ family: 'Source Sans 3', font: 'source-sans-3', weights: '200 900' },
      standIns: [
        standIn('100 449', false, 92.9, 109.7, 43),
        standIn('450 549', false, 94.1, 108.4, 42.5),
        standIn('550 900', true, 89.1, 114.5, 44.9),
      ],
    },
  },
  modern: {
    label: 'Modern: Space Grotesk and Inter',
    display: {
      ...{ family: 'Space Grotesk', font: 'space-grotesk', weights: '300 700' },
      standIns: [standIn('100 900', true, 101.8, 96.2, 28.5)],
    },
    text: {
      ...{ family: 'Inter', font: 'inter', weights: '100 900' },
      standIns: [
        standIn('100 449', false, 106.7, 90.9, 22.5),
        standIn('450 549', false, 107.9, 89.9, 22.2),
        standIn('550 900', true, 101, 96.1, 23.8),
      ],
    },
  },
  friendly: {
    label: 'Friendly: Outfit and Figtree',
    display: {
      ...{ family: 'Outfit', font: 'outfit', weights: '100 900' },
      standIns: [standIn('100 900', true, 93.7, 106.7, 27.7)],
    },
    text: {
      ...{ family: 'Figtree', font: 'figtree', weights: '300 900' },
      standIns: [
        standIn('100 449', false, 100.7, 94.3, 24.8),
        standIn('450 549', false, 101, 94.1, 24.8),
        standIn('550 900', true, 95, 100, 26.3),
      ],
    },
  },
} satisfies Record<string, Typeface>;

export type TypefaceKey = keyof typeof typefaces;
export const typefaceKeys = Object.keys(typefaces) as TypefaceKey[];

/** Fonts of the default pair. */
export const defaultFonts = { display: 'bricolage-grotesque', text: 'instrument-sans' };

/** Returns the fonts of a pair, for code that draws text itself: PDFs and images. */
export const fontsOf = (key: TypefaceKey | null): typeof defaultFonts =>
  key ? { display: typefaces[key].display.font, text: typefaces[key].text.font } : defaultFonts;

/** Returns the file of a font within `node_modules`, as browsers load it. */
export const webFontFile = (font: string): string =>
  `@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`;

/** CSS of a pair of fonts for a page. */
export interface TypefaceCss {
  /** CSS that is part of the page's styles: fallback fonts, and the font names. */
  early: string;
  /** CSS that loads the fonts. It is not sent to visitors who save data. */
  late: string;
}

const local = (isBold: boolean) =>
  (isBold
    ? ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Roboto Bold']
    : ['Arial', 'ArialMT', 'Liberation Sans', 'Roboto']
  )
    .map((name) => `local("${name}")`)
    .join();

/** Returns the CSS of a pair of fonts. @param urlOf returns the URL of a font's file */
export function typefaceCss(key: TypefaceKey, urlOf: (font: string) => string): TypefaceCss {
  const { display, text }: Typeface = typefaces[key];
  const both = [display, text];
  const nameOf = ({ family }: Face) => `${family} Stand-in`;
  return {
    early: [
      ...both.flatMap((face) =>
        face.standIns.map(
          (one) =>
            `@font-face{font-family:"${nameOf(face)}";src:${local(one.isBold)};font-weight:${one.weights};size-adjust:${one.size}%;ascent-override:${one.ascent}%;descent-override:${one.descent}%;line-gap-override:0%}`,
        ),
      ),
      `:root:root{--display:"${display.family}","${nameOf(display)}",sans-serif;--text:"${text.family}","${nameOf(text)}",sans-serif}`,
    ].join(''),
    late: both
      .map(
        (face) =>
          `@font-face{font-family:"${face.family}";src:url(${urlOf(face.font)}) format("woff2");font-weight:${face.weights};font-display:optional}`,
      )
      .join(''),
  };
}
