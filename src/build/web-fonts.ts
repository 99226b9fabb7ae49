import type { Plugin } from 'vite';

/** Matches rules that download a font. Rules for local fonts stay in the style sheets. */
const webFonts = /@font-face\{[^}]*url\([^}]*\}/g;

/**
 * Moves the rules of downloaded fonts out of the style sheets. Pages add these rules later, but not
 * for visitors who save data (`src/server/ssr/assets.ts`). Without this, every style sheet that
 * loads later would add the rules again.
 */
export function webFontsApart(): Plugin {
  return {
    name: 'web-fonts-apart',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const fonts: string[] = [];
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const css = Buffer.from(file.source).toString();
          fonts.push(...(css.match(webFonts) ?? []));
          file.source = css.replace(webFonts, '');
        }
        if (fonts.length === 0) this.error('no fonts were found in the styles');
        this.emitFile({ type: 'asset', fileName: '.vite/fonts.css', source: fonts.join('') });
      },
    },
  };
}
