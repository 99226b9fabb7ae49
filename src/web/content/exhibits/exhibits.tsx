import { lazyRouteComponent } from '@tanstack/react-router';

import type { Exhibit } from '~/contract/portfolio/exhibits-schema';

/** Drawing of a case study. Loaded only by pages with such a drawing. */
export const ExhibitView = lazyRouteComponent(() => import('./drawn-exhibit'), 'ExhibitDrawing');

/**
 * Loads the code of the drawings in a route's loader, so that it arrives together with the page.
 */
export async function loadExhibits(exhibits: readonly Exhibit[]): Promise<void> {
  if (exhibits.length > 0) await ExhibitView.preload?.();
}
