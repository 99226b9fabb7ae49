let hasFailed = false;

/** Notes scripts that could not be loaded, as the build's loader tells of them. */
export function watchImports(): void {
  window.addEventListener('vite:preloadError', () => {
    hasFailed = true;
  });
}

/**
 * Whether a script could not be loaded: a browser keeps that for as long as the document lives, and does not ask for it again. What needs
 * it works after a reload alone.
 */
export const needsReload = (): boolean => hasFailed;
