import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** What a page needs besides its HTML. */
export interface PageTags {
  /** Inserted at the end of the head. */
  head: string;
  /** Inserted at the end of the body. */
  body: string;
}

export type TagsFor = (routeIds: readonly string[]) => PageTags;

const routesFolder = 'src/web/routes/';
const entry = 'src/web/entry-client.tsx';
/** The fonts of the first heading and text, which are visible first. */
const preloadedFonts = /(bricolage-grotesque|instrument-sans)-latin-wght-normal.*\.woff2$/;

/** The tags of a page by its routes, read from the manifest in `clientDir`. */
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
  const fonts = Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => preloadedFonts.test(file));
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

  function build(routeIds: readonly string[]): PageTags {
    const routeChunks = routeIds.flatMap((id) => chunksByRoute.get(id) ?? []);
    // The entry imports its slices one after the other.
    const slices = manifest[entry]?.dynamicImports ?? [];
    const styled = closure(manifest, [entry, ...slices, ...routeChunks]);
    const css = [...new Set(styled.flatMap((chunk) => chunk.css ?? []))];
    // Pending, error and not-found components need their styles at once, but their scripts only when they show.
    const shown = routeChunks.filter((key) => key.includes('tsr-split=component'));
    const scripts = closure(manifest, [entry, ...slices, ...shown])
      .filter((chunk) => !chunk.isEntry)
      .map((chunk) => chunk.file);
    return {
      head: [
        `<style>${css.map(styleOf).join('')}</style>`,
        // Already inlined above: listed as disabled, so that the loader of later screens skips them.
        ...css.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
      ].join(''),
      // Preloads in the head would delay the first paint; fallback fonts cover until then.
      body: [
        ...fonts.map(
          (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
        ),
        `<script>${afterFirstPaint(scripts, manifest[entry]?.file ?? '')}</script>`,
      ].join(''),
    };
  }

  return (routeIds) => {
    const key = routeIds.join(' ');
    const tags = known.get(key) ?? build(routeIds);
    known.set(key, tags);
    return tags;
  };
}

/**
 * Loads the scripts after the first paint. Loaded earlier, they would compete for bandwidth and processor time while
 * there is nothing to see yet.
 */
function afterFirstPaint(files: readonly string[], entryFile: string): string {
  const paths = JSON.stringify(files.map((file) => `/${file}`));
  return [
    'requestAnimationFrame(function(){setTimeout(function(){var h=document.head,e;',
    `${paths}.forEach(function(f){e=document.createElement("link");e.rel="modulepreload";e.href=f;h.append(e)});`,
    `e=document.createElement("script");e.type="module";e.src="/${entryFile}";h.append(e)`,
    '})})',
  ].join('');
}

/** `src/web/routes/services/$slug.tsx?tsr-split=component` is the route `/services/$slug`. */
function routeIdOf(key: string): string {
  const path = key.slice(routesFolder.length).replace(/\.tsx.*$/, '');
  return `/${path.replace(/(^|\/)index$/, '$1')}`;
}

/** The chunks and all their imports, each once, imports first. */
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
