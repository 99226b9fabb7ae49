let hasFailed = false;

/** Notes scripts that could not be loaded, as the build's loader tells of them. */
export function watchImports(): void {
  window.addEventListener('vite:preloadError', () => {
    hasFailed = true;
  });
}

/** Before something is tried again, which may load by now. */
export function forgetFailedImports(): void {
  hasFailed = false;
}

/**
 * Whether a script could not be loaded: some browsers keep that for as long as the document lives, and do not ask for it again, so that what
 * needs it works after a reload alone. Offline a reload would lose the page.
 */
export const needsReload = (): boolean => hasFailed && navigator.onLine;
