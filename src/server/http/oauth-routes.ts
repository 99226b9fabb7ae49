import { Hono } from 'hono';

import { AppError } from '~/contract/common/errors';
import {
  type SignInProblem,
  type SignInProvider,
  safeNext,
  signInProviders,
} from '~/contract/identity/identity';
import type { Identity } from '~/server/features/identity/identity.service';
import { type ExternalProfile, newState, type Provider } from '~/server/features/identity/oauth';
import { createSigner } from '~/server/features/identity/tokens';
import { errorBody } from '~/server/platform/errors';
import type { Log } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';
import type { Context } from '~/server/platform/trpc/context';
import type { Cookies } from './cookies';
import type { HonoContext, RequestEnv } from './rest';

/**
 * Returns the name of the cookie for one sign-in attempt. Each attempt has its own cookie, so that two tabs can sign in
 * at the same time.
 */
const cookieNameOf = (state: string): string => `oauth-${state.slice(0, 16)}`;

const minutesMax = 10;
const exchangeMs = 10_000;

/** State of a sign-in, stored in a cookie between the redirect to a provider and its callback. */
interface OAuthState {
  provider: SignInProvider;
  state: string;
  verifier: string;
  next: string;
  until: number;
}

/** Creates the routes for signing in with a provider: the redirect and the callback. */
export function createOAuthRoutes(options: {
  identity: Pick<Identity, 'signInExternal'>;
  providers: Map<SignInProvider, Provider>;
  secret: string;
  cookies: Cookies;
  log: Log;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const { providers, cookies, log } = options;
  const signer = createSigner(options.secret, 'oauth errands');
  const routes = new Hono<RequestEnv>();
  // Groups the alternatives, because otherwise the first one would match the beginning of any path, including that of a
  // callback.
  const anyProvider = `:provider{(?:${signInProviders.join('|')})}`;

  const pack = (oauthState: OAuthState): string => {
    const text = Buffer.from(JSON.stringify(oauthState)).toString('base64url');
    return `${text}.${signer.sign(text)}`;
  };
  const unpack = (value: string | undefined): OAuthState | undefined => {
    const [text = '', signature = ''] = value?.split('.') ?? [];
    if (!text || !signer.verifies(signature, text)) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as OAuthState;
  };
  const backWith = (c: HonoContext, problem: SignInProblem, next: string) => {
    const query = new URLSearchParams({ problem, ...(next !== '/' && { next }) });
    return c.redirect(`/auth/signin?${query}`, 302);
  };

  routes.get(`/login/${anyProvider}`, async (c) => {
    const id = c.req.param('provider') as SignInProvider;
    const provider = providers.get(id);
    if (!provider) return c.json(errorBody('NOT_FOUND'), 404);
    const next = safeNext(c.req.query('next'));
    const { state, verifier } = newState();
    try {
      const url = await withTimeout(Promise.resolve(provider.start(state, verifier)), exchangeMs);
      const until = Date.now() + minutesMax * 60_000;
      const oauthState = pack({ provider: id, state, verifier, next, until });
      const cookie = cookies.write(cookieNameOf(state), oauthState, minutesMax * 60);
      c.get('reply').push(['Set-Cookie', cookie]);
      return c.redirect(url.href, 302);
    } catch (error) {
      log.warn(
        { err: error, provider: id, requestId: c.get('requestId') },
        'a sign-in provider is unavailable',
      );
      return backWith(c, 'away', next);
    }
  });

  routes.get(`/login/${anyProvider}/callback`, async (c) => {
    const id = c.req.param('provider') as SignInProvider;
    const provider = providers.get(id);
    if (!provider) return c.json(errorBody('NOT_FOUND'), 404);
    const { state = '', code, error } = c.req.query();
    // Ignores a state with other characters, which the name of a cookie cannot contain.
    const cookieName = /^[\w-]+$/.test(state) ? cookieNameOf(state) : undefined;
    const oauthState =
      cookieName === undefined
        ? undefined
        : unpack(cookies.read(c.req.header('cookie'), cookieName));
    if (cookieName && oauthState) c.get('reply').push(['Set-Cookie', cookies.clear(cookieName)]);
    const next = oauthState?.next ?? '/';
    const isOurs =
      oauthState?.provider === id && oauthState.state === state && oauthState.until > Date.now();
    if (!oauthState || !isOurs) return backWith(c, 'expired', next);
    if (!code) return backWith(c, error === 'access_denied' ? 'denied' : 'failed', next);
    let profile: ExternalProfile | undefined;
    try {
      profile = await withTimeout(provider.finish(code, oauthState.verifier), exchangeMs);
      const { visit } = await options.createContext(c);
      const { session } = await options.identity.signInExternal(profile, {
        network: visit.network,
        device: visit.device,
        token: visit.session?.token,
      });
      visit.remember(session);
      return c.redirect(next, 302);
    } catch (error) {
      if (error instanceof AppError) {
        const claim = profile?.email === undefined ? 'email' : 'email_verified';
        log.warn(
          { provider: id, claim, reason: error.message, requestId: c.get('requestId') },
          `a sign-in was refused: the provider sent no usable claim ${claim}`,
        );
        return backWith(c, 'unverified', next);
      }
      log.warn({ err: error, provider: id, requestId: c.get('requestId') }, 'a sign-in failed');
      return backWith(c, 'failed', next);
    }
  });

  return routes;
}
