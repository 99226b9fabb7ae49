import { lazyRouteComponent } from '@tanstack/react-router';

import type { Exhibit } from '~/contract/portfolio/exhibits-schema';

/** A drawing of a case study, loaded if a page has one. */
export const ExhibitView = lazyRouteComponent(() => import('./drawn-exhibit'), 'ExhibitDrawing');

/** For a loader: fetches the drawing code, so that it arrives with the page. */
export async function loadExhibits(exhibits: readonly Exhibit[]): Promise<void> {
  if (exhibits.length > 0) await ExhibitView.preload?.();
}
