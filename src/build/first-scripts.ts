import { minify } from 'terser';
import type { Plugin, Rolldown } from 'vite';

/** Routes behind sign-in: their scripts have no bound, and to go over all of them would double the time of a build. */
const privateRoutes = /\/routes\/(dashboard|account|admin)[./]/;

/** The scripts that public pages begin with: the entry, what it imports late, and each page with its imports. */
export function firstScripts(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (fileName: string) => {
    const chunk = byName.get(fileName);
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const imported of chunk.imports) visit(imported);
  };
  for (const chunk of chunks) {
    const id = chunk.facadeModuleId ?? '';
    const isPage = id.includes('tsr-split=component') && !privateRoutes.test(id);
    if (!chunk.isEntry && !isPage) continue;
    visit(chunk.fileName);
    if (chunk.isEntry) for (const late of chunk.dynamicImports) visit(late);
  }
  return [...found];
}

/** Minifies the scripts of public pages once more, slowly: 1.3 kB less for each visitor. */
export function minifyFirstScripts(): Plugin {
  return {
    name: 'minify-first-scripts',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        for (const chunk of firstScripts(bundle)) {
          const { code } = await minify(chunk.code, {
            module: true,
            ecma: 2020,
            // What is shortest before compression is not always so after it.
            compress: {
              passes: 3,
              sequences: false,
              comparisons: false,
              if_return: false,
              negate_iife: false,
            },
          });
          if (code) chunk.code = code;
        }
      },
    },
  };
}
