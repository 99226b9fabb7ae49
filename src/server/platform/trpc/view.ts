import { AppError } from '~/contract/common/errors';
import type { Caller } from '~/contract/identity/api-keys';
import type { CurrentUser } from '~/contract/identity/identity-schema';

/** The account that acts: the admin, where one sees the site as a client. */
export const accountOf = (user: Caller): Caller => user.view?.admin ?? user;

/**
 * A page that was rendered for a view speaks for that view alone: in another tab it may have ended since, or another one begun.
 *
 * @param claimed the client whom the page shows; undefined for a page of no view
 * @throws FORBIDDEN
 */
export function rejectOtherView(user: CurrentUser | null, claimed: string | undefined): void {
  if (claimed === undefined || (user?.view && user.id === claimed)) return;
  throw new AppError(
    'FORBIDDEN',
    'The view that this page shows has ended, and nothing was changed. Please load the page again.',
  );
}

/**
 * Nothing is changed by an admin who sees the site as a client, nor from a page of a view that has ended since, until the admin has read that it
 * ended.
 *
 * @throws FORBIDDEN
 */
export function rejectViewed(user: CurrentUser | null): void {
  if (user?.view) {
    const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
    throw new AppError('FORBIDDEN', `You view this as ${name}: nothing can be changed.`);
  }
  if (user?.endedView) {
    const message = `Your view as ${user.endedView.name || 'a client'} has ended, and nothing was changed. Please go back to the panel first.`;
    throw new AppError('FORBIDDEN', message);
  }
}
