import { lazyRouteComponent } from '@tanstack/react-router';

import type { Exhibit } from '~/contract/portfolio/exhibits-schema';

/** A drawing of a case study, loaded where a page has one. */
export const ExhibitView = lazyRouteComponent(() => import('./drawn-exhibit'), 'ExhibitDrawing');

/** For a loader: fetches what draws, so that it is there with the page. */
export async function loadExhibits(exhibits: readonly Exhibit[]): Promise<void> {
  if (exhibits.length > 0) await ExhibitView.preload?.();
}
