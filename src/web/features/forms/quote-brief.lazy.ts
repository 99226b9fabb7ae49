import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded on the page of a service with a brief, after a quote was sent. */
export const QuoteBrief = lazyRouteComponent(() => import('./briefs'), 'QuoteBrief');
