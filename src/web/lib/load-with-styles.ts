const loaded = new Map<string, Promise<void>>();

/** Loads a style sheet of the build, unless the page contains it. */
function loadStyles(file: string): Promise<void> {
  const href = `/${file}`;
  const before = loaded.get(href);
  if (before) return before;
  const loading = new Promise<void>((resolve, reject) => {
    // The server lists inlined style sheets as disabled links.
    if (document.querySelector(`link[href="${href}"]`)) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
    link.onload = () => resolve();
    link.onerror = () => {
      // A retry requests it again.
      link.remove();
      loaded.delete(href);
      reject(new Error(`${href} could not be loaded`));
    };
  });
  loaded.set(href, loading);
  return loading;
}

/**
 * Loads a module after its style sheets. Builds call it for each dynamic import, in place of Vite's function, which is three
 * times as large: it also preloads scripts, which pages do themselves, and adds nonces.
 */
function loadWithStyles<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  return Promise.all(files.map(loadStyles))
    .then(load)
    .catch((error) => {
      window.dispatchEvent(new Event('vite:preloadError'));
      throw error;
    });
}

export { loadWithStyles as __vitePreload };
