import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded together with the rules of the previous form, and therefore before a code is sent. */
export const CodeStep = lazyRouteComponent(() => import('./code-step'), 'CodeStep');
