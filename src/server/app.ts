import { trpcServer } from '@hono/trpc-server';
import type { TRPCError } from '@trpc/server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { HTTPException } from 'hono/http-exception';
import type { BlankSchema } from 'hono/types';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { AppError, type AppErrorCode, errorStatus } from '~/contract/common/errors';
import { batchLimit, bodyLimitBytes, uploadLimitBytes } from '~/contract/common/limits';
import type { TypefaceCss, TypefaceKey } from '~/contract/settings/typefaces';
import type { AppServices } from './app-services';
import { exportsOf } from './features/exports/tables';
import type { Seo } from './features/seo/seo.service';
import { createAccountingRoutes } from './http/accounting-routes';
import { createOpenStreams } from './http/admission/streams';
import { createKeyPaths, mcpPath, readApiKey } from './http/api-key-calls';
import { bankPreviewPath, bankStatementsPath, createBankRoutes } from './http/bank-routes';
import { createBrandRoutes } from './http/brand-routes';
import { cacheApiReads } from './http/cached-reads';
import { type Busy, createBusy } from './http/cached-responses';
import { visitorNetwork } from './http/client-ip';
import { rejectChangesInClientView } from './http/client-view-guard';
import { createCookies, mayHoldSession } from './http/cookies';
import { createDataExportRoutes } from './http/data-export-routes';
import { createDocsRoutes } from './http/docs-routes';
import { createDocumentRoutes } from './http/document-routes';
import { trpcPath, unavailable } from './http/error-responses';
import { createExportRoutes } from './http/export-routes';
import { failedDownload, isFollowedLink } from './http/failed-download';
import { filesPath } from './http/file-paths';
import { createFileRoutes } from './http/file-routes';
import { createFirstStartRoutes } from './http/first-start-routes';
import {
  deadline,
  decodablePath,
  jsonWrites,
  limitBody,
  limitUpload,
  ownAddress,
  ownHostOnly,
  sameOriginWrites,
} from './http/guards';
import { completeHeaders, securityHeaders } from './http/headers';
import { createImportRoutes, importPath } from './http/import-routes';
import { createMailWebhook, mailWebhookPath } from './http/mail-webhook';
import { isMarkdown } from './http/markdown';
import { createMcpRoutes } from './http/mcp/mcp-routes';
import { createMediaRoutes, uploadPath } from './http/media-routes';
import { createMetricsRoutes } from './http/metrics-routes';
import { createOAuthRoutes } from './http/oauth-routes';
import { createPageViewRoutes } from './http/page-view-routes';
import { isPageView } from './http/page-views';
import { createPreviewRoutes } from './http/preview-routes';
import { createProbeRoutes } from './http/probe-routes';
import { createRest, type HonoContext, type RequestEnv, streamPathsOf } from './http/rest';
import { createRouteNames } from './http/route-names';
import { createSeoRoutes } from './http/seo-routes';
import { createIdentityRoutes } from './http/sign-in-routes';
import { createWebhook, webhookPath } from './http/stripe-webhook';
import { createUnsubscribeRoutes } from './http/unsubscribe-routes';
import { receive, type VisitOptions } from './http/visit';
import { createWithoutScripts } from './http/without-scripts';
import { markdownTarget, targetOf } from './platform/cache/cache-key';
import { CacheTags } from './platform/cache/cache-tags';
import { type CachedResponse, sharedCacheControl } from './platform/cache/cached-response';
import type { ResponseCache } from './platform/cache/response-cache';
import { bodyOf, errorBody, isDatabaseAway } from './platform/errors';
import { type Log, loggedPath } from './platform/log';
import type { Metrics } from './platform/metrics/metrics';
import { traced } from './platform/tracing/traced';
import { accountOf } from './platform/trpc/client-view';
import type { Context } from './platform/trpc/context';
import { setValidationMessages } from './platform/validation-messages';
import { createAppRouter } from './router';
import type { TagsFor } from './ssr/assets';
import { createPages } from './ssr/pages';

export interface AppOptions {
  services: AppServices;
  seo: Seo;
  cache: ResponseCache;
  log: Log;
  /** Public URL, without a trailing slash. */
  publicUrl: string;
  /** Resolves if the database answers and is migrated; rejects otherwise. */
  checkReady(): Promise<void>;
  /** True once the agency has named its site. Until then, visitors see the setup page. */
  isSetUp(): Promise<boolean>;
  typefaces: Record<TypefaceKey, TypefaceCss>;
  /** The product's icon, used as favicon if the agency has none. */
  icon: CachedResponse | undefined;
  tagsFor: TagsFor;
  transform?: ((path: string, html: string) => Promise<string>) | undefined;
  /** Milliseconds after which a request is answered with 503. */
  deadlineMs?: number | undefined;
  /** OAuth providers, and the secret that seals their state cookies. */
  oauth: Pick<Parameters<typeof createOAuthRoutes>[0], 'providers' | 'secret'>;
  /** Viewer for the emails of demo mode. */
  mailViewer?: Hono<RequestEnv> | undefined;
  /** The payments sandbox of demo mode. */
  sandbox?: Hono<RequestEnv> | undefined;
  /** Resolves once this instance has invalidated all cached data that earlier changes made stale. */
  changesHeard(): Promise<void>;
  /** Prometheus metrics with the token that callers need; undefined if they are disabled. */
  metrics?: (Metrics & { token: string }) | undefined;
  /** Secret that enables the webhook for incoming email. */
  mailToken?: string | undefined;
  /** Number of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: number;
}

const requestDeadlineMs = 10_000;

const statusOf = (code: AppErrorCode) => errorStatus[code] as ContentfulStatusCode;

/** Creates the app. @returns the middleware and routes of tRPC, REST and pages */
export function createApp(options: AppOptions): {
  fetch(request: Request, env?: RequestEnv['Bindings']): Promise<Response> | Response;
  /** Responses to requests that are rejected because of overload. */
  busy: Busy;
} {
  const { services, cache, log, publicUrl, deadlineMs = requestDeadlineMs } = options;
  const appRouter = createAppRouter(services);
  const headers = securityHeaders({ https: publicUrl.startsWith('https:') });
  const pages = createPages({
    ...options,
    appRouter,
    paymentProvider: () => services.billing.provider(),
    settings: services.settings,
    deadlineMs,
    baseHeaders: headers,
  });
  const cookies = createCookies({ https: publicUrl.startsWith('https:') });
  const visiting: VisitOptions = {
    cookies,
    trustedProxies: options.trustedProxies,
    publicUrl,
    readSession: (token) => services.identity.sessions.read(token),
  };
  const { requestKeys } = services.identity;
  const app = new Hono<RequestEnv>();
  // Types are declared explicitly, because inferring them makes the type checker compare all methods of Hono.
  const mount = (path: string, routes: Hono<RequestEnv>) =>
    app.route<string, RequestEnv, BlankSchema, '/', '/'>(path, routes);
  const routeOf = createRouteNames(appRouter, { trpcPath, pages: pages.patterns });
  setValidationMessages();

  app.use(async (c, next) => {
    const startedAt = performance.now();
    c.set('requestId', crypto.randomUUID());
    c.set('cacheTags', new CacheTags());
    c.set('reply', []);
    await traced(
      c.req.method,
      {
        kind: 'server',
        headers: c.req.raw.headers,
        finish: () => ({
          name: `${c.req.method} ${routeOf(c)}`,
          attributes: {
            'http.request.method': c.req.method,
            'http.route': routeOf(c),
            'http.response.status_code': c.res.status,
            'kestrel.request_id': c.get('requestId'),
          },
          isError: c.res.status >= 500,
        }),
      },
      next,
    );
    for (const [name, value] of c.get('reply')) c.res.headers.append(name, value);
    // A response that sets a cookie is meant for one browser only, even if its body is public.
    const { headers: sent } = c.res;
    if (sent.has('Set-Cookie') && sent.get('Cache-Control') === sharedCacheControl) {
      sent.set('Cache-Control', 'private, no-store');
    }
    c.res.headers.set('X-Request-Id', c.get('requestId'));
    completeHeaders(c.res, headers);
    const ms = performance.now() - startedAt;
    const status = c.res.status;
    log.info({
      requestId: c.get('requestId'),
      method: c.req.method,
      path: loggedPath(c.req.path),
      status,
      ms: Math.round(ms),
    });
    options.metrics?.observe({
      method: c.req.method,
      route: routeOf(c),
      status,
      seconds: ms / 1000,
    });
  });
  app.use(ownAddress(publicUrl));
  if (options.mailViewer) app.use(ownHostOnly(publicUrl));
  app.use(
    readApiKey({
      apiKeys: services.identity.apiKeys,
      budgets: services.identity.keyBudgets,
      takesKey: createKeyPaths(appRouter),
      trustedProxies: options.trustedProxies,
    }),
  );
  app.use('/api/*', rejectChangesInClientView(createContext));
  // Registered before the deadline and the JSON rules, because files are streamed, which can take longer.
  app.use(`${filesPath}/*`, sameOriginWrites(publicUrl));
  mount(
    '/api',
    createFileRoutes({
      files: services.files,
      conversation: services.linkedConversation,
      formAnswers: services.formAnswers,
      createContext,
    }),
  );
  mount('/api', createDataExportRoutes({ personalData: services.personalData, createContext }));
  mount('/api', createAccountingRoutes({ accounting: services.admin.accounting, createContext }));
  // Registered before the deadline, because receiving an email takes as long as its sender's connection needs.
  mount(
    mailWebhookPath,
    createMailWebhook({ token: options.mailToken, incoming: services.incomingMail }),
  );
  // Pages have the same deadline. When it passes, they show a stale page or an error page.
  app.use('/api/*', deadline(deadlineMs));
  app.use('/readyz', deadline(deadlineMs));
  // Registered before the checks for browsers and the JSON rules, because Stripe authenticates with a signature
  // instead.
  mount(webhookPath, createWebhook(services.billing));
  if (services.firstStart) {
    const { firstStart, settings, identity } = services;
    app.use('/setup/*', deadline(deadlineMs));
    mount(
      '/setup',
      createFirstStartRoutes({
        firstStart,
        settings,
        adminSignIn: identity.adminSignIn,
        createContext,
      }),
    );
  }
  const forJson = limitBody(bodyLimitBytes);
  const forUploads = limitUpload(uploadLimitBytes);
  const uploadPaths = new Set([uploadPath, importPath, bankStatementsPath, bankPreviewPath]);
  app.use(sameOriginWrites(publicUrl), (c, next) =>
    (uploadPaths.has(c.req.path) ? forUploads : forJson)(c, next),
  );

  app.use(mcpPath, deadline(deadlineMs), jsonWrites);
  mount(
    '/',
    createMcpRoutes({
      appRouter,
      publicUrl,
      readMarkdown: async (path) => {
        const response = await app.request(`${publicUrl}${markdownTarget(path)}`);
        return response.ok ? response.text() : undefined;
      },
      proposedChanges: services.admin.proposedChanges,
      createContext,
      onError: (error, c, procedure) => logFailure(error, procedure, c.get('requestId')),
    }),
  );

  mount('/', createProbeRoutes({ ...options, secret: options.oauth.secret }));

  if (options.metrics) {
    const { metrics } = options;
    mount('/', createMetricsRoutes({ metrics, token: metrics.token }));
  }

  mount(
    '/api',
    createUnsubscribeRoutes({
      notifications: services.notifications,
      settings: services.settings,
      createContext,
    }),
  );
  mount('/', createWithoutScripts(services.settings));
  mount('/', createPageViewRoutes({ traffic: services.traffic, createContext }));
  mount('/api', createMediaRoutes({ media: services.media, requestKeys, createContext }));
  mount('/api', createImportRoutes({ imports: services.imports, requestKeys, createContext }));
  mount('/api', createBankRoutes({ bank: services.admin.bank, requestKeys, createContext }));
  app.use('/api/*', jsonWrites, compress());
  app.use('/api/*', async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });

  mount(
    '/api',
    createDocsRoutes({ appRouter, publicUrl, cache, headers, routes: () => app.routes }),
  );
  app.use('/api/*', cacheApiReads(appRouter, { cache, headers, isAnonymous }));
  const streamPaths = streamPathsOf(appRouter, trpcPath);
  const keepStream = createOpenStreams();
  app.use(
    `${trpcPath}/*`,
    decodablePath,
    async (c, next) => {
      await next();
      const session = (await c.get('context'))?.visit.session;
      const outgoing = c.env?.outgoing;
      if (session && outgoing && streamPaths.has(c.req.path)) keepStream(session.id, outgoing);
      // tRPC sets no content type if it rejects a whole batch. The default for a string body then depends on which
      // Response class is used: the platform's or the HTTP server's.
      if (c.res.status >= 400) c.res.headers.set('Content-Type', 'application/json');
    },
    trpcServer({
      router: appRouter,
      endpoint: trpcPath,
      maxBatchSize: batchLimit,
      createContext: async (_, c) => ({ ...(await createContext(c as HonoContext)) }),
      onError: ({ error, path, ctx }) =>
        logFailure(error, path ?? '', (ctx as Context | undefined)?.requestId ?? ''),
    }),
  );
  mount('/api', createIdentityRoutes({ identity: services.identity, createContext }));
  mount(
    '/api',
    createOAuthRoutes({
      ...options.oauth,
      identity: services.identity,
      cookies,
      log,
      createContext,
    }),
  );
  mount('/api', createDocumentRoutes({ ...services, createContext }));
  mount('/api', createPreviewRoutes({ pages, createContext }));
  mount('/api', createExportRoutes({ exports: exportsOf(services.admin), createContext }));
  if (options.sandbox) mount('/api/sandbox', options.sandbox);
  mount(
    '/api',
    createRest(appRouter, {
      createContext,
      requestKeys,
      publicUrl,
      onError: (error, c, procedure) => logFailure(error, procedure, c.get('requestId')),
    }),
  );
  app.all('/api/*', (c) => c.json(errorBody('NOT_FOUND'), statusOf('NOT_FOUND')));

  mount('/', createBrandRoutes({ settings: services.settings, cache, icon: options.icon }));
  mount('/', createSeoRoutes({ seo: options.seo, media: services.media, cache, headers }));
  if (options.mailViewer) mount('/dev/mail', options.mailViewer);
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const response = await pages.respond(c.req.raw, c.get('requestId'), {
      isAnonymous: () => isAnonymous(c),
      context: () => createContext(c),
    });
    const name = (header: string) => c.req.header(header);
    const isView =
      !isMarkdown(response.headers.get('content-type')) &&
      isPageView(c.req.method, response.status, name);
    if (isView && !(await isAdmin(c))) {
      services.traffic.count({
        target: targetOf(c.req.raw),
        referrer: name('referer'),
        userAgent: name('user-agent'),
        networkOf: () =>
          visitorNetwork(
            c.env?.incoming?.socket?.remoteAddress,
            name('x-forwarded-for'),
            options.trustedProxies,
          ),
      });
    }
    return response;
  });
  app.notFound((c) => c.json(errorBody('METHOD_NOT_SUPPORTED'), statusOf('METHOD_NOT_SUPPORTED')));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    const requestId = c.get('requestId');
    const isAway = isDatabaseAway(error);
    const isExpected = error instanceof AppError;
    if (!isAway && !isExpected) log.error({ err: error, requestId }, 'a request failed');
    const code = isAway ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
    const body = isExpected ? bodyOf(error) : errorBody(code);
    const wait = isExpected && error.about.retryAfterSeconds;
    if (wait) c.header('Retry-After', String(wait));
    if (isFollowedLink(c)) {
      c.header('Cache-Control', 'no-store');
      return c.html(failedDownload(c, body), statusOf(body.code));
    }
    if (isAway) return unavailable(c.req.path);
    return c.json(isExpected ? body : { ...body, requestId }, statusOf(body.code));
  });

  /** Uses the user of the request's context, because reading the session again could give another result. */
  async function isAnonymous(c: HonoContext): Promise<boolean> {
    return (await createContext(c)).user === null;
  }

  /**
   * Does not query the database without a session cookie, because cached pages are also sent while the database is
   * unavailable.
   */
  async function isAdmin(c: HonoContext): Promise<boolean> {
    if (!mayHoldSession(c.req.header('cookie'))) return false;
    const { user } = await createContext(c);
    return user !== null && accountOf(user).isAdmin;
  }

  /** Returns the context of a request, which all calls in it share. */
  function createContext(c: HonoContext): Promise<Context> {
    const known = c.get('context') ?? readContext(c);
    c.set('context', known);
    return known;
  }

  async function readContext(c: HonoContext): Promise<Context> {
    const socketAddress = c.env?.incoming?.socket?.remoteAddress;
    const { user, visit } = await receive(
      visiting,
      c.req.raw,
      socketAddress,
      c.get('reply'),
      c.get('caller'),
    );
    return {
      user,
      visit,
      requestId: c.get('requestId'),
      idempotencyKey: c.req.header('idempotency-key')?.trim() || undefined,
      rateLimits: services.rateLimits,
      changesHeard: options.changesHeard,
      cacheTags: c.get('cacheTags'),
      reads: cache.reads,
    };
  }

  function logFailure(error: TRPCError, procedure: string, requestId: string) {
    if (error.code !== 'INTERNAL_SERVER_ERROR') return;
    // The client closed the connection while sending its request.
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET') return;
    log.error({ err: error.cause ?? error, procedure, requestId }, 'a procedure failed');
  }

  return {
    fetch: (request, env) => app.fetch(request, env),
    busy: createBusy(headers),
  };
}
