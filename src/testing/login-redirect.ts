import { act, screen } from '@testing-library/react';
import { expect, type MockInstance, vi } from 'vitest';

/** Records the URL to which a component redirects the browser, starting from a document at `path`. */
export function watchNavigation(path: string): MockInstance<typeof window.location.replace> {
  window.history.replaceState(null, '', path);
  return vi.spyOn(window.location, 'replace').mockImplementation(() => {});
}

/** Expects the message that the session has ended and, half a second later, the redirect to sign in. Requires fake timers. */
export async function expectLoginRedirect(
  replace: MockInstance<typeof window.location.replace>,
  next: string,
): Promise<void> {
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Unauthorized');
  expect(alert).toHaveTextContent('You are logged out. Logging in again...');
  act(() => vi.advanceTimersByTime(500));
  expect(replace.mock.calls).toEqual([[`/api/login?next=${encodeURIComponent(next)}`]]);
}
