/** On https the prefix binds the cookie to this very host. */
export const sessionCookieNames = ['__Host-session', 'session'] as const;

/**
 * Whether a request comes with a session, valid or not. What is the same for every visitor is only
 * kept for, and given to, those who come without.
 */
export function hasSession(request: Request): boolean {
  const cookies = request.headers.get('cookie');
  return cookies?.split(';').some((one) => isSessionCookie(one.trim())) ?? false;
}

export function isSessionCookie(cookie: string): boolean {
  return sessionCookieNames.some((name) => cookie.startsWith(`${name}=`));
}
