import type { Caller } from '~/contract/identity/api-keys';
import { isAdminPath, viewedClientHeader } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Visit } from '~/server/platform/trpc/context';
import { clientIp, networkOf } from './client-ip';
import type { Cookies } from './cookies';
import { ownOriginOf } from './own-origin';

export const sessionCookie = 'session';
const browserCookie = 'browser';
const codeBrowserCookie = 'code_browser';
const signInCookie = 'sign_in';
const daySeconds = 24 * 60 * 60;
const yearSeconds = 365 * daySeconds;

interface FoundSession {
  user: CurrentUser;
  /** User as whom the site outside the panel is shown: the account itself, or the client whom an admin views. */
  visitor: CurrentUser;
  id: number;
  token: string;
  expiresAt: Date;
  renewedUntil: Date | undefined;
}

type ReadSession = (token: string) => Promise<FoundSession | undefined>;

export interface VisitOptions {
  cookies: Cookies;
  trustedProxies: number;
  /** Public URL, without a trailing slash. */
  publicUrl: string;
  readSession: ReadSession;
}

/**
 * Returns whether a request comes from the panel: either its path belongs to the panel's page or API, or its path is
 * shared, as for files, and its referrer is a page of the panel. Another site cannot fake this referrer. Without a
 * referrer, shared routes act for the viewed client, read-only.
 */
function isOfPanel(request: Request, publicUrl: string): boolean {
  const { pathname } = new URL(request.url);
  if (isAdminPath(pathname) || pathname.startsWith('/api/admin/')) return true;
  const referrer = request.headers.get('referer');
  if (!pathname.startsWith('/api/') || !referrer || !URL.canParse(referrer)) return false;
  const { origin, pathname: asking } = new URL(referrer);
  return isAdminPath(asking) && ownOriginOf(publicUrl)(origin);
}

/**
 * Decides whether an admin who views the site as a client acts as that client or as the admin. No other code decides this.
 */
function userOf({ user, visitor }: FoundSession, request: Request, publicUrl: string): CurrentUser {
  return user === visitor || isOfPanel(request, publicUrl) ? user : visitor;
}

/**
 * Reads the user and the visit from the request's headers, and adds new cookies to `reply`.
 *
 * @param caller the admin whose API key the request contains; cookies are then ignored
 */
export async function receive(
  options: VisitOptions,
  request: Request,
  socketAddress: string | undefined,
  reply: Visit['reply'],
  caller?: Caller,
): Promise<{ user: Caller | null; visit: Visit }> {
  const { cookies } = options;
  const { headers } = request;
  const header = caller ? undefined : (headers.get('cookie') ?? undefined);
  const setCookie = (value: string) => reply.push(['Set-Cookie', value]);
  const rememberAs = (name: string): Visit['remember'] => {
    return (value) => {
      const seconds = value && (value.expiresAt.getTime() - Date.now()) / 1000;
      setCookie(value ? cookies.write(name, value.token, seconds ?? 0) : cookies.clear(name));
    };
  };
  const remember = rememberAs(sessionCookie);
  const origin = headers.get('origin');

  const token = cookies.read(header, sessionCookie);
  const session = token ? await options.readSession(token) : undefined;
  if (session?.renewedUntil) remember({ token: session.token, expiresAt: session.renewedUntil });
  // Deletes the cookie of an ended session, because requests with such a cookie would never get cached responses.
  if (token && !session) remember(undefined);
  const ip = clientIp(
    socketAddress,
    headers.get('x-forwarded-for') ?? undefined,
    options.trustedProxies,
  );
  return {
    user: session ? userOf(session, request, options.publicUrl) : (caller ?? null),
    visit: {
      ip,
      network: networkOf(ip),
      device: headers.get('user-agent') ?? '',
      viewedClient: caller ? undefined : (headers.get(viewedClientHeader) ?? undefined),
      session: session && {
        id: session.id,
        token: session.token,
        expiresAt: session.expiresAt,
      },
      knownBrowser: cookies.read(header, browserCookie),
      codeBrowser: cookies.read(header, codeBrowserCookie),
      signIn: cookies.read(header, signInCookie),
      origin:
        origin !== null && ownOriginOf(options.publicUrl)(origin) ? origin : options.publicUrl,
      reply,
      remember,
      rememberSignIn: rememberAs(signInCookie),
      rememberBrowser: (value) => setCookie(cookies.write(browserCookie, value, yearSeconds)),
      // Sets a cookie whose lifetime equals the longest rate limit that uses it.
      rememberCodeBrowser: (value) =>
        setCookie(cookies.write(codeBrowserCookie, value, daySeconds)),
    },
  };
}
