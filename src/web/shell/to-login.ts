import { loginPath } from '~/contract/identity/identity';
import { toast } from '~/web/ui/toast-store';

/** Milliseconds during which the user can read the reason before the redirect to sign-in. */
const redirectAfterMs = 500;

/**
 * Shows that the session has ended and redirects to sign-in, from which the user returns to this URL.
 *
 * @returns a function that cancels the redirect
 */
export function toLogin(): () => void {
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  const timer = setTimeout(() => {
    const { pathname, search, hash } = window.location;
    // Replaces this page, because Back would otherwise lead to it, and from there to sign-in again.
    window.location.replace(`${loginPath}?next=${encodeURIComponent(pathname + search + hash)}`);
  }, redirectAfterMs);
  return () => clearTimeout(timer);
}
