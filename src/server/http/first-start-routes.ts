import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { AppError, errorStatus } from '~/contract/common/errors';
import { bodyLimitBytes } from '~/contract/common/limits';
import { firstStartSchema } from '~/contract/setup/first-start-schema';
import type { Identity } from '~/server/features/identity/identity.service';
import type { Settings } from '~/server/features/settings/settings.service';
import type { FirstStart } from '~/server/features/setup/first-start';
import type { Context } from '~/server/platform/trpc/context';
import {
  firstStartDonePage,
  firstStartGonePage,
  firstStartPage,
  firstStartScriptHash,
  type Typed,
} from './first-start-page';
import { limitBody } from './guards';
import { contentSecurityPolicy, privateLinkHeaders } from './headers';
import type { HonoContext, RequestEnv } from './rest';

type Page = ReturnType<typeof firstStartGonePage>;

/**
 * Serves the setup link. The token replaces the check of a write's origin, because a form on a page with the policy
 * `no-referrer` sends no origin.
 */
export function createFirstStartRoutes(options: {
  firstStart: FirstStart;
  adminSignIn: Identity['adminSignIn'];
  settings: Pick<Settings, 'getResponseTimes' | 'getPublic'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const { firstStart, adminSignIn, settings, createContext } = options;
  const routes = new Hono<RequestEnv>();

  const send = async (c: HonoContext, page: Page, status: ContentfulStatusCode = 200) =>
    c.html(String(await page), status, {
      ...privateLinkHeaders,
      'Content-Security-Policy': contentSecurityPolicy([firstStartScriptHash]),
    });

  async function sendForm(
    c: HonoContext,
    form: { token: string; typed?: Typed; errors?: Typed; problem?: string },
    status?: ContentfulStatusCode,
  ): Promise<Response> {
    const [{ timeZone }, { currency }] = await Promise.all([
      settings.getResponseTimes(),
      settings.getPublic(),
    ]);
    const defaults = { timeZone, currency };
    return send(
      c,
      firstStartPage({ typed: {}, errors: {}, problem: '', ...form, defaults }),
      status,
    );
  }

  const sendError = (c: HonoContext, error: AppError) => {
    const { retryAfterSeconds } = error.about;
    if (retryAfterSeconds) c.header('Retry-After', String(retryAfterSeconds));
    return send(
      c,
      firstStartGonePage(error.message),
      errorStatus[error.code] as ContentfulStatusCode,
    );
  };

  const counted = async (c: HonoContext) => {
    const context = await createContext(c);
    const { rateLimits, visit } = context;
    await rateLimits.consume('invitationsFromNetwork', visit.network, 'Too many attempts.');
    return context;
  };

  routes.get('/', async (c) => {
    try {
      await counted(c);
      const token = c.req.query('token') ?? '';
      if (!(await firstStart.isOpen(token))) throw unknownLink();
      return await sendForm(c, { token });
    } catch (error) {
      if (error instanceof AppError) return sendError(c, error);
      throw error;
    }
  });

  routes.post('/', limitBody(bodyLimitBytes), async (c) => {
    try {
      const { visit } = await counted(c);
      const { token, ...given } = stringsOf(await c.req.parseBody());
      if (!token || !(await firstStart.isOpen(token))) throw unknownLink();
      const { password: _, ...typed } = given;
      const parsed = firstStartSchema.safeParse(given);
      if (!parsed.success) {
        return await sendForm(c, { token, typed, ...errorsOf(parsed.error.issues, given) }, 400);
      }
      try {
        const owner = await firstStart.complete(token, parsed.data);
        const { network, device, session } = visit;
        const from = { network, device, token: session?.token };
        const entry = await adminSignIn.proceed(owner, from, visit.knownBrowser);
        if ('user' in entry) {
          visit.rememberBrowser(entry.browser);
          visit.remember(entry.session);
        }
      } catch (error) {
        if (!(error instanceof AppError) || !error.about.issues) throw error;
        return await sendForm(c, { token, typed, ...errorsOf(error.about.issues, given) }, 409);
      }
      return c.redirect('/setup/done', 303);
    } catch (error) {
      if (error instanceof AppError) return sendError(c, error);
      throw error;
    }
  });

  routes.get('/done', async (c) => {
    const { user } = await createContext(c);
    return user?.isAdmin ? send(c, firstStartDonePage()) : c.redirect('/cplogin', 303);
  });
  return routes;
}

const unknownLink = () =>
  new AppError('NOT_FOUND', 'This link was used, has expired, or is not complete.');

const stringsOf = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** Returns the first message of each field. The password has to be typed again, because pages do not repeat it. */
function errorsOf(
  issues: readonly { path: PropertyKey[] | string; message: string }[],
  given: Record<string, string>,
): { errors: Typed; problem: string } {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) {
    errors[String(Array.isArray(path) ? path[0] : path)] ??= message;
  }
  if (given.password) errors.password ??= 'Please type the password again';
  return {
    errors,
    problem: 'Something is missing or not right. Please look at the marked fields.',
  };
}
