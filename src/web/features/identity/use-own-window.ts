import { useEffect } from 'react';

/**
 * Reloads a sign-in page that was reached from a public page in a window which another site has opened: that site could redirect
 * the window after a sign-in. Unlike a public page (`sitePageHeaders`), this one is isolated from it when it is loaded.
 */
export function useOwnWindow(): void {
  useEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation');
    if (!window.opener || !arrival) return;
    // Only once, since some browsers do not isolate windows.
    if (new URL(arrival.name).pathname !== location.pathname) location.reload();
  }, []);
}
