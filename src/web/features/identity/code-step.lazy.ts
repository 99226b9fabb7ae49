import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded with the rules of the previous form, so before a code is sent. */
export const CodeStep = lazyRouteComponent(() => import('./code-step'), 'CodeStep');
