let hasFailed = false;

/** Notes scripts that could not be loaded, as the build's loader tells of them. */
export function watchImports(): void {
  window.addEventListener('vite:preloadError', () => {
    hasFailed = true;
  });
}

/** Imports nothing while the browser is offline: it would keep that failure, and not ask again once it is online. */
export async function importOnline<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  if (!navigator.onLine) throw new TypeError('The browser is offline.');
  return await load();
}

/** Before something is tried again, which may load by now. */
export function forgetFailedImports(): void {
  hasFailed = false;
}

/**
 * Whether a script could not be loaded: browsers keep that for as long as the document lives, and do not ask for it again, so that what
 * needs it works after a reload alone. Offline a reload would lose the page.
 */
export const needsReload = (): boolean => hasFailed && navigator.onLine;
