let hasFailed = false;

/** Records scripts that could not be loaded, as the build's loader reports. */
export function watchImports(): void {
  window.addEventListener('vite:preloadError', () => {
    hasFailed = true;
  });
}

/** Imports nothing while the browser is offline, because it would cache the failure, and not retry once it is online. */
export async function importOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  if (!navigator.onLine) throw new TypeError('The browser is offline.');
  return await load();
}

/** Forgets failures before a retry, which may succeed. */
export function forgetFailedImports(): void {
  hasFailed = false;
}

/**
 * Returns whether a script could not be loaded. Browsers cache the failure for as long as the document lives, so only a
 * reload helps. Offline, a reload would lose the page.
 */
export const needsReload = (): boolean => hasFailed && navigator.onLine;
