import type { Plugin } from 'vite';

/** The name by which the bundler imports its own helper. */
const helperId = '\0vite/preload-helper.js';

/**
 * Loads the files that a script needs beside it, styles before it runs. In place of the bundler's own, which is twice as large in
 * every page's first script, for nonces and base paths that are not used here.
 */
const helper = `
const pending = new Map();
const fetchBeside = (file) => {
  const href = '/' + file;
  if (pending.has(href)) return pending.get(href);
  if (document.querySelector('link[href="' + href + '"]')) return undefined;
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.href = href;
  document.head.append(link);
  const styled = isStyle ? new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      // So that the next attempt asks for it again.
      pending.delete(href);
      link.remove();
      reject(new Error('could not load ' + href));
    };
  }) : undefined;
  pending.set(href, styled);
  return styled;
};
export const __vitePreload = async (load, files = []) => {
  await Promise.all(files.map(fetchBeside));
  return load();
};
`;

export function preloadHelper(): Plugin {
  return {
    name: 'preload-helper',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: { filter: { id: new RegExp(`^${helperId}$`) }, handler: () => helper },
  };
}
