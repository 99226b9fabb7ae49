let hasFailed = false;

/** Records scripts that could not be loaded, which the build's loader reports as events. */
export function watchImports(): void {
  window.addEventListener('vite:preloadError', () => {
    hasFailed = true;
  });
}

/**
 * Imports code, unless the browser is offline: it would cache the failure, and not retry once it is
 * online.
 */
export async function importOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  if (!navigator.onLine) throw new TypeError('The browser is offline.');
  return await load();
}

/** Forgets failures before a retry, because the retry may succeed. */
export function forgetFailedImports(): void {
  hasFailed = false;
}

/**
 * Returns whether a script could not be loaded. Browsers cache the failure for as long as the document lives, so only a
 * reload helps. Offline, a reload would lose the page.
 */
export const needsReload = (): boolean => hasFailed && navigator.onLine;
