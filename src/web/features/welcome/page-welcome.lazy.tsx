import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded lazily for signed-in users, so that visitors do not download it. */
export const PageWelcome = lazyRouteComponent(() => import('./page-welcome'), 'PageWelcome');
