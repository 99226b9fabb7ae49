import { pageViewPath } from '~/contract/traffic/traffic';

/**
 * Stores the source of a visit until the tab is closed, for a possible lead: path, referring host
 * and campaign, joined by commas. `visit-source.ts`, which is loaded with the first form that is
 * sent, reads it.
 */
export function rememberVisit(): void {
  try {
    sessionStorage.visit ||= [
      location.pathname,
      document.referrer.split('/')[2],
      location.search.match(/utm_\w+=[^&]*/g),
    ];
  } catch {
    // The browser blocks storage, so the source is unknown.
  }
}

/**
 * Counts a page that was reached by navigation in the browser, for which there was no page request.
 */
export function reportPageView(path: string): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) navigator.sendBeacon?.(pageViewPath, path);
}
