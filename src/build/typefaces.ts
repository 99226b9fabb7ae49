import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Plugin } from 'vite';

import { typefaceCss, typefaceKeys, webFontFile } from '../contract/settings/typefaces.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Adds the fonts that an agency can choose, and their styles, to the build. Pages only load those
 * of the chosen pair.
 */
export function typefaceFiles(): Plugin {
  return {
    name: 'typeface-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      const urlOf = (font: string) => {
        const source = readFileSync(resolve(webFontFile(font)));
        return `/${this.getFileName(this.emitFile({ type: 'asset', name: `${font}.woff2`, source }))}`;
      };
      const styles = Object.fromEntries(typefaceKeys.map((key) => [key, typefaceCss(key, urlOf)]));
      this.emitFile({
        type: 'asset',
        fileName: '.vite/typefaces.json',
        source: JSON.stringify(styles),
      });
    },
  };
}
