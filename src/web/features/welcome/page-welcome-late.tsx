import { lazyRouteComponent } from '@tanstack/react-router';

/** Fetched for those who are signed in alone: visitors, who come first, do without it. */
export const PageWelcome = lazyRouteComponent(() => import('./page-welcome'), 'PageWelcome');
