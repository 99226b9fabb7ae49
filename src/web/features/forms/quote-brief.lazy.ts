import { lazyRouteComponent } from '@tanstack/react-router';

/** For pages of services that have a brief, once a quote was sent. */
export const QuoteBrief = lazyRouteComponent(() => import('./briefs'), 'QuoteBrief');
