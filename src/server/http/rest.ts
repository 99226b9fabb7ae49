import { TRPCError } from '@trpc/server';
import { type Context as BareHonoContext, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

import { AppError, errorStatus } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import type { SchemaOf } from '~/contract/common/schema';
import type { Caller } from '~/contract/identity/api-keys';
import type { Permission } from '~/contract/identity/permissions';
import type { RequestKeys } from '~/server/features/identity/request-keys';
import type { CacheTags } from '~/server/platform/cache/cache-tags';
import { errorBody, toErrorBody, toTrpcError } from '~/server/platform/errors';
import { unknownFields } from '~/server/platform/strict-schema';
import type { Context, Visit } from '~/server/platform/trpc/context';
import type { Meta } from '~/server/platform/trpc/trpc';
import { runOnce } from './run-once';

type Procedure = (input: unknown) => Promise<unknown>;

export interface RestRouter {
  _def: { procedures: object };
  createCaller(ctx: Context): unknown;
}

export interface ProcedureDef {
  type: 'query' | 'mutation' | 'subscription';
  meta?: Meta;
  inputs: SchemaOf[];
}

/**
 * Lists a router's procedures by their full names, such as `services.cards`. At run time, tRPC stores them in a flat
 * object, which its types do not describe.
 */
export const proceduresOf = (appRouter: RestRouter): [name: string, def: ProcedureDef][] =>
  Object.entries(appRouter._def.procedures).map(([name, procedure]) => [name, procedure._def]);

/** Returns the paths of procedures that respond with a server-sent event stream. */
export const streamPathsOf = (appRouter: RestRouter, endpoint: string): ReadonlySet<string> =>
  new Set(
    proceduresOf(appRouter)
      .filter(([, { type }]) => type === 'subscription')
      .map(([name]) => `${endpoint}/${name}`),
  );

interface Route {
  name: string;
  method: string;
  path: string;
  takesInput: boolean;
  /**
   * Permission for a POST of the panel that an Idempotency-Key can limit to one run; undefined for every other call.
   */
  onceFor: Permission | undefined;
}

/** Variables of a request's context. */
export interface RequestEnv {
  Variables: {
    requestId: string;
    cacheTags: CacheTags;
    reply: Visit['reply'];
    context?: Promise<Context>;
    /** Admin whose API key the request contains. */
    caller?: Caller;
    /** Error with which this request was answered before its handler finished. The handler's result is discarded. */
    givenUp?: Error;
  };
  /** Set by @hono/node-server; missing for requests without a socket. */
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string } };
    outgoing?: { destroy(): unknown; once(event: 'close', listener: () => void): unknown };
    /** Releases the slot of this request, because its remaining duration depends on the sender's connection. */
    leave?(): void;
  };
}

export type HonoContext = BareHonoContext<RequestEnv>;

/**
 * Creates the REST routes from the procedures' `openapi` metadata. The routes call tRPC, so that validation,
 * authorization and errors have a single code path.
 */
export function createRest(
  appRouter: RestRouter,
  options: {
    createContext(c: HonoContext): Promise<Context>;
    onError(error: TRPCError, c: HonoContext, procedure: string): void;
    requestKeys: Pick<RequestKeys, 'once'>;
    publicUrl: string;
  },
): Hono<RequestEnv> {
  const rest = new Hono<RequestEnv>();
  for (const route of routesOf(appRouter)) {
    rest.on(route.method, route.path, async (c) => {
      const { method } = c.req;
      try {
        const params = c.req.param();
        const given =
          method === 'GET' || method === 'HEAD' ? readQuery(c) : await readBody(c, params);
        const context = await options.createContext(c);
        const call = procedureAt(appRouter.createCaller(context), route.name);
        const input = { ...given, ...params };
        const isEmpty = Object.keys(input).length === 0;
        const run = () => call(isEmpty && !route.takesInput ? undefined : input);
        const request = { path: c.req.path, input };
        const { onceFor: permission } = route;
        const answer = permission
          ? await runOnce(options.requestKeys, context, { permission, request }, run)
          : await run();
        const next = nextPage(c, context.visit.total, options.publicUrl);
        if (next) c.header('Link', `<${next}>; rel="next"`);
        return jsonWithLength(c, answer);
      } catch (cause) {
        const error = toTrpcError(cause);
        options.onError(error, c, route.name);
        const body = toErrorBody(error, c.get('requestId'));
        return c.json(body, errorStatus[body.code] as ContentfulStatusCode);
      }
    });
  }
  return rest;
}

/** Returns the REST routes of a router. Fixed paths come before paths with parameters. */
export function routesOf(appRouter: RestRouter): Route[] {
  const routes = proceduresOf(appRouter).flatMap(([name, { meta, inputs }]) => {
    const openapi = meta?.openapi;
    if (!openapi) return [];
    return {
      name,
      method: openapi.method,
      path: openapi.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      takesInput: inputs.some((input) => !(input instanceof z.ZodVoid)),
      onceFor:
        openapi.method === 'POST' && openapi.path.startsWith('/admin/')
          ? meta.permission
          : undefined,
    };
  });
  // Sorts fixed paths such as /portfolio/featured before a path with a parameter in the same position. Compares code
  // units, because locales sort the tilde before all letters.
  const rank = ({ path }: Route) => path.replaceAll(':', '~');
  return routes.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Returns the URL of a list's next page; undefined for the last page, and for other responses. */
function nextPage(c: HonoContext, total: number | undefined, publicUrl: string) {
  const query = c.req.query();
  const page = Number(query.page || 1);
  if (total === undefined || total <= page * Number(query.pageSize || listMax)) return undefined;
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set('page', String(page + 1));
  return `${publicUrl}${pathname}?${searchParams}`;
}

/**
 * Sets the length of a short response. This prevents compression, so that the response is sent in one piece instead of
 * a stream.
 */
function jsonWithLength(c: HonoContext, answer: unknown): Response {
  const text = JSON.stringify(answer);
  return c.body(text, 200, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  });
}

/** Returns a procedure of a caller by its full name. */
export function procedureAt(caller: unknown, name: string): Procedure {
  const found = name
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], caller);
  return found as Procedure;
}

/** Reads the query string. An empty parameter, for example of an unused form field, counts as missing. */
function readQuery(c: HonoContext): object {
  const given = Object.entries(c.req.queries());
  const repeated = given.find(([, values]) => values.length > 1);
  if (repeated) {
    const [path] = repeated;
    const message = `Please give ${path} once`;
    throw new AppError('BAD_REQUEST', message, { issues: [{ path, message }] });
  }
  return Object.fromEntries(given.flatMap(([name, [value]]) => (value ? [[name, value]] : [])));
}

/** Reads the fields of a body. The body may repeat fields of the path, for example if the caller sends back a record. */
async function readBody(c: HonoContext, params: Record<string, string>): Promise<object> {
  const query = Object.keys(c.req.query());
  if (query.length > 0) throw unknownFields(query, 'Please send fields in the body.');
  const body = await readJson(c);
  for (const [path, value] of Object.entries(params)) {
    const repeated = (body as Record<string, unknown>)[path];
    if (repeated === undefined || String(repeated) === value) continue;
    const message = `The ${path} of the body is not that of the address`;
    throw new AppError('BAD_REQUEST', message, { issues: [{ path, message }] });
  }
  return body;
}

async function readJson(c: HonoContext): Promise<object> {
  const text = await c.req.text();
  if (text === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Continues: the error is returned below.
  }
  throw new TRPCError({ code: 'PARSE_ERROR', message: errorBody('BAD_REQUEST').message });
}
