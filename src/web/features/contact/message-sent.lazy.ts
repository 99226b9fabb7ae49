import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded with the rules of the form, so before a message is sent. */
export const MessageSent = lazyRouteComponent(() => import('./message-sent'), 'MessageSent');
