import { act, screen } from '@testing-library/react';
import { expect, type MockInstance, vi } from 'vitest';

/** Where a component sends the browser, from a document at `path`. */
export function watchNavigation(path: string): MockInstance<typeof window.location.assign> {
  window.history.replaceState(null, '', path);
  return vi.spyOn(window.location, 'assign').mockImplementation(() => {});
}

/** The visitor is told that the session is over, and after half a second taken to sign in. Needs a faked clock. */
export async function expectLoginRedirect(
  assign: MockInstance<typeof window.location.assign>,
  next: string,
): Promise<void> {
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Unauthorized');
  expect(alert).toHaveTextContent('You are logged out. Logging in again...');
  act(() => vi.advanceTimersByTime(500));
  expect(assign.mock.calls).toEqual([[`/api/login?next=${encodeURIComponent(next)}`]]);
}
