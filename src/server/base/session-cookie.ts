/** On https the prefix binds the cookie to this very host. */
const sessionCookieNames = ['__Host-session', 'session'] as const;

/**
 * Whether a request's `Cookie` header holds a session, valid or not. What is the same for every
 * visitor is only kept for, and given to, those who come without.
 */
export function holdsSession(cookies: string | null | undefined): boolean {
  if (!cookies) return false;
  return cookies
    .split(';')
    .some((cookie) => sessionCookieNames.some((name) => cookie.trim().startsWith(`${name}=`)));
}
