import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded with the rules of the form before it, and so before a code is sent. */
export const CodeStep = lazyRouteComponent(() => import('./code-step'), 'CodeStep');
