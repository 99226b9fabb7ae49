import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded on the page of a service with a brief, once a quote has been sent. */
export const QuoteBrief = lazyRouteComponent(() => import('./briefs'), 'QuoteBrief');
