import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded lazily for the welcome page, so that visitors do not download it. */
export const WaitingList = lazyRouteComponent(() => import('./waiting-list'), 'WaitingList');
