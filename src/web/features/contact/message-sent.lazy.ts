import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded together with the rules of the form, and therefore before a message is sent. */
export const MessageSent = lazyRouteComponent(() => import('./message-sent'), 'MessageSent');
