import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded when a card is to be asked for: most who read an invoice do not pay it at once. */
export const PayByCard = lazyRouteComponent(() => import('./pay-by-card'), 'PayByCard');
