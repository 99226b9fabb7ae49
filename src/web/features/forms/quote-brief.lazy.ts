import { lazyRouteComponent } from '@tanstack/react-router';

/** For pages of services with a brief, after a quote was sent. */
export const QuoteBrief = lazyRouteComponent(() => import('./briefs'), 'QuoteBrief');
