import { useEffect } from 'react';

/**
 * Reloads a sign-in page that was reached from a public page in a window which another site has opened, because that site
 * could redirect the window after signing in. Unlike a public page (`sitePageHeaders`), a sign-in page is isolated from
 * that site when it is loaded.
 */
export function useOwnWindow(): void {
  useEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation');
    if (!window.opener || !arrival) return;
    // Reloads only once, because some browsers do not isolate windows.
    if (new URL(arrival.name).pathname !== location.pathname) location.reload();
  }, []);
}
