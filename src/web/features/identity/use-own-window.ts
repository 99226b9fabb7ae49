import { useEffect } from 'react';

/**
 * Isolates a sign-in page from another site that has opened its window, because that site could
 * redirect the window after signing in. The server isolates sign-in pages, but not public pages
 * (`sitePageHeaders`). After a navigation from a public page, the sign-in page must therefore be
 * reloaded.
 */
export function useOwnWindow(): void {
  useEffect(() => {
    const [arrival] = performance.getEntriesByType('navigation');
    if (!window.opener || !arrival) return;
    // After a reload, the paths are equal. This prevents a loop in browsers that do not isolate
    // windows.
    if (new URL(arrival.name).pathname !== location.pathname) location.reload();
  }, []);
}
