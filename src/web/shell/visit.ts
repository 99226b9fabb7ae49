import { pageViewPath } from '~/contract/traffic/traffic';

/**
 * Stores where a visit began until the tab is closed, for a possible lead: path, referring host and campaign, joined by
 * commas. Read by `visit-source.ts`, which is loaded with the first form that is sent.
 */
export function rememberVisit(): void {
  try {
    sessionStorage.visit ||= [
      location.pathname,
      document.referrer.split('/')[2],
      location.search.match(/utm_\w+=[^&]*/g),
    ];
  } catch {
    // Without storage, the source is unknown.
  }
}

/** Counts a page that was reached by a navigation in the browser, without a request for the page. */
export function reportPageView(path: string): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) navigator.sendBeacon?.(pageViewPath, path);
}
