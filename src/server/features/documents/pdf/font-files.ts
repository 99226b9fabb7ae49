import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { unwrapWoff } from './woff';

const { resolve } = createRequire(import.meta.url);

/** Returns the path of a font file. @param family file name without the weight, such as noto-sans-latin */
export const fontPath = (folder: string, family: string, weight: number): string =>
  join(
    dirname(resolve(`@fontsource/${folder}/package.json`)),
    'files',
    `${family}-${weight}-normal.woff`,
  );

/** Returns an installed font, uncompressed. */
export const fontFile = (folder: string, family: string, weight: number): Buffer =>
  unwrapWoff(readFileSync(fontPath(folder, family, weight)));

export const dataUrl = (font: Buffer) => `data:font/ttf;base64,${font.toString('base64')}`;
