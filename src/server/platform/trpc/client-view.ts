import { AppError } from '~/contract/common/errors';
import type { Caller } from '~/contract/identity/api-keys';
import type { CurrentUser } from '~/contract/identity/identity-schema';

/** Returns the account that acts: the admin if they view the site as a client. */
export const accountOf = (user: Caller): Caller => user.clientView?.admin ?? user;

/**
 * Rejects requests of a page that was rendered for another view as a client, because that view may have ended or
 * changed in another tab.
 *
 * @param claimed the client that the page shows; undefined for a page without a view
 * @throws FORBIDDEN
 */
export function rejectOtherClientView(user: CurrentUser | null, claimed: string | undefined): void {
  if (claimed === undefined || (user?.clientView && user.id === claimed)) return;
  throw new AppError(
    'FORBIDDEN',
    'The view that this page shows has ended, and nothing was changed. Please load the page again.',
  );
}

/**
 * Rejects changes by an admin who views the site as a client. Also rejects changes if the admin's page shows a view
 * that has ended, until the admin has been notified of its end.
 *
 * @throws FORBIDDEN
 */
export function rejectClientView(user: CurrentUser | null): void {
  if (user?.clientView) {
    const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
    throw new AppError('FORBIDDEN', `You view this as ${name}: nothing can be changed.`);
  }
  if (user?.endedClientView) {
    const message = `Your view as ${user.endedClientView.name || 'a client'} has ended, and nothing was changed. Please go back to the panel first.`;
    throw new AppError('FORBIDDEN', message);
  }
}
