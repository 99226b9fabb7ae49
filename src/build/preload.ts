import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const helper = fileURLToPath(new URL('../web/lib/load-with-styles.ts', import.meta.url));

/** Replaces the function that Vite wraps around dynamic imports. */
export function smallPreload(): Plugin {
  return {
    name: 'small-preload',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => helper,
    },
  };
}
