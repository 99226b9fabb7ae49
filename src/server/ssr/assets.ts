import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type TypefaceCss,
  type TypefaceKey,
  typefaceCss,
  typefaceKeys,
  webFontFile,
} from '~/contract/settings/typefaces';

interface ManifestChunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

type Manifest = Record<string, ManifestChunk>;

/** Reads the styles of the selectable fonts from the build in `clientDir`. */
export function readTypefaces(clientDir: string): Record<TypefaceKey, TypefaceCss> {
  return JSON.parse(readFileSync(join(clientDir, '.vite/typefaces.json'), 'utf8'));
}

/** Returns the styles of the selectable fonts without a build, with the URLs at which Vite serves the files. */
export function sourceTypefaces(): Record<TypefaceKey, TypefaceCss> {
  const urlOf = (font: string) => `/node_modules/${webFontFile(font)}`;
  return Object.fromEntries(typefaceKeys.map((key) => [key, typefaceCss(key, urlOf)])) as Record<
    TypefaceKey,
    TypefaceCss
  >;
}

/** Tags that a page needs in addition to its HTML. */
export interface PageTags {
  /** Tags at the end of the head. */
  head: string;
  /** Tags at the end of the body. */
  body: string;
}

/**
 * Returns the tags of a page.
 *
 * @param parts modules in addition to those of the routes, by their names in the manifest
 */
export type TagsFor = (routeIds: readonly string[], parts?: readonly string[]) => PageTags;

const routesFolder = 'src/web/routes/';
const entry = 'src/web/entry-client.tsx';
/** Routes whose pages appear only after their scripts have run. */
const scriptedRoutes = /^\/(dashboard|account|admin|subscribe)(\/|$)/;

/** Reads the manifest in `clientDir`. Returns a function that returns the tags of a page. */
export function readPageTags(clientDir: string): TagsFor {
  const manifest: Manifest = JSON.parse(
    readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'),
  );
  const chunksByRoute = new Map<string, string[]>();
  for (const key of Object.keys(manifest)) {
    if (!key.startsWith(routesFolder)) continue;
    const id = routeIdOf(key);
    chunksByRoute.set(id, [...(chunksByRoute.get(id) ?? []), key]);
  }
  const styles = new Map<string, string>();
  const styleOf = (file: string) => {
    let style = styles.get(file);
    if (style === undefined) {
      style = readFileSync(join(clientDir, file), 'utf8').trim();
      styles.set(file, style);
    }
    return style;
  };
  const known = new Map<string, PageTags>();
  const fonts = readFileSync(join(clientDir, '.vite/fonts.css'), 'utf8');
  const webFonts = `<style id="web-fonts" media="print,(scripting:none)">${fonts}</style><script>${preloadFonts}</script>`;

  function build(routeIds: readonly string[], parts: readonly string[] = []): PageTags {
    const routeChunks = [...routeIds.flatMap((id) => chunksByRoute.get(id) ?? []), ...parts];
    // The entry imports its chunks one after the other, so these are listed separately.
    const slices = manifest[entry]?.dynamicImports ?? [];
    const styled = closure(manifest, [entry, ...slices, ...routeChunks]);
    const css = [...new Set(styled.flatMap((chunk) => chunk.css ?? []))];
    const rules = css.map(styleOf).join('');
    // Components for pending, failed and missing pages need their styles immediately, but need scripts only when they
    // are shown.
    const shown = [...routeChunks.filter((key) => key.includes('tsr-split=component')), ...parts];
    const scripts = closure(manifest, [entry, ...slices, ...shown])
      .filter((chunk) => !chunk.isEntry)
      .map((chunk) => chunk.file);
    const isReadable = !routeIds.some((id) => scriptedRoutes.test(id));
    return {
      head: [
        `<style>${rules}</style>`,
        webFonts,
        // These styles are inlined above. Lists their files as disabled, so that the loader for later screens skips
        // them.
        ...css.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
      ].join(''),
      body: `<script>${afterFirstPaint({ scripts, entry: manifest[entry]?.file ?? '', isReadable })}</script>`,
    };
  }

  return (routeIds, parts) => {
    // Does not cache these tags, because there are too many combinations, and the pages themselves are cached.
    if (parts?.length) return build(routeIds, parts);
    const key = routeIds.join(' ');
    const tags = known.get(key) ?? build(routeIds);
    known.set(key, tags);
    return tags;
  };
}

/**
 * Preloads the fonts, except for visitors who save data. Browsers delay the first paint for preloaded optional fonts by
 * at most a tenth of a second. A font that arrives later is not used on this page, because it would shift lines.
 */
const preloadFonts = [
  '(function(){var d=document,c=navigator.connection;if(c&&c.saveData)return;',
  'var f=d.getElementById("web-fonts"),h=d.head;f.media="all";',
  'f.textContent.match(/\\/[^)]+/g).forEach(function(f){var e=d.createElement("link");e.rel="preload";e.as="font";e.crossOrigin="";e.href=f;h.append(e)})',
  '})()',
].join('');

/**
 * Loads scripts after the first paint, because they would otherwise compete with visible content for bandwidth and CPU
 * time. For visitors who save data, pages that can be read without scripts load them only at the first interaction.
 */
function afterFirstPaint(page: {
  scripts: readonly string[];
  entry: string;
  /** True if the page can be read without scripts. */
  isReadable: boolean;
}): string {
  const files = JSON.stringify(page.scripts.map((file) => `/${file}`));
  const load = [
    'var d=document,h=d.head,e;',
    `${files}.forEach(function(f){e=d.createElement("link");e.rel="modulepreload";e.href=f;h.append(e)});`,
    `e=d.createElement("script");e.type="module";e.src="/${page.entry}";h.append(e)`,
  ].join('');
  const events = '["pointerdown","keydown","focusin","input"]';
  const saving = page.isReadable
    ? `${events}.forEach(function(t){addEventListener(t,load,true)})`
    : 'load()';
  return [
    '(function(){',
    `function load(){${events}.forEach(function(t){removeEventListener(t,load,true)});${load}}`,
    'requestAnimationFrame(function(){setTimeout(function(){var c=navigator.connection;',
    `if(c&&c.saveData){${saving}}else load()`,
    '})})})()',
  ].join('');
}

/** Returns the id of a route: `src/web/routes/services/$slug.tsx?tsr-split=component` becomes `/services/$slug`. */
function routeIdOf(key: string): string {
  const path = key.slice(routesFolder.length).replace(/\.tsx.*$/, '');
  return `/${path.replace(/(^|\/)index$/, '$1')}`;
}

/** Returns the chunks and all of their imports, each once, imports first. */
function closure(manifest: Manifest, keys: readonly string[]): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || found.has(key)) return;
    found.set(key, chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return [...found.values()];
}
