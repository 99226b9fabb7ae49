import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded only for users who are signed in. */
export const UserMenu = lazyRouteComponent(() => import('./user-menu'), 'UserMenu');
