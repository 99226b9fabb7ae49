import { useEffect } from 'react';

/**
 * Loads a sign-in page anew that was reached from a public page in a window which another site has opened: that site could lead the window
 * elsewhere once someone has signed in. Unlike a public page (`sitePageHeaders`), this one cuts it off when it is loaded.
 */
export function useOwnWindow(): void {
  useEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation');
    if (!window.opener || !arrival) return;
    // Once only, where a browser does not cut windows off.
    if (new URL(arrival.name).pathname !== location.pathname) location.reload();
  }, []);
}
