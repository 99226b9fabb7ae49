import { initTRPC, type TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';

import { AppError, signedOut } from '~/contract/common/errors';
import type { Caller, SignedInCaller } from '~/contract/identity/api-keys';
import { forbiddenMessageOf, may, type Permission } from '~/contract/identity/permissions';
import type { CacheTag } from '~/server/platform/cache/cache-tags';
import { toErrorBody, translateError } from '~/server/platform/errors';
import type { RateLimitName } from '~/server/platform/rate-limit/rate-limits';
import { traced } from '~/server/platform/tracing/traced';
import { accountOf, rejectClientView, rejectOtherClientView } from './client-view';
import type { Context } from './context';
import { withStrictInput } from './strict-input';

export interface Meta extends OpenApiMeta {
  /**
   * Tables from which a response is made. If a procedure has tags, its response is the same for every visitor, and is
   * cached until one of these tables changes.
   */
  cacheTags?: readonly CacheTag[];
  /** Rate limit against which a client's call counts, per user. Defaults to `clientWrites` for a write. */
  rateLimit?: RateLimitName;
  /** Requires a signed-in user. Set by `authedProcedure`. */
  isSignedIn?: true;
  /** Requires an admin whose role has this permission. Set by `adminProcedure`. */
  permission?: Permission;
  /**
   * Whether agents can call a mutation without a person's confirmation, either with any input or with inputs that the
   * function accepts. Allowed only if neither the call nor a job that later processes its record sends email, makes a
   * payment, publishes, deletes, or gives access. All other mutations wait for a confirmation.
   *
   * @param record the record before the change, as returned by its `get`; undefined for calls other than PUT
   */
  atOnce?: true | ((input: Record<string, unknown>, record: unknown) => boolean);
  /**
   * Query that takes the same input and returns the current and the new values of a call as `{ before, after }`. Set if
   * the input does not contain these values, so that the person who confirms the call can see them.
   */
  comparedBy?: string;
  /** Ignores unknown fields of the input. Set by `publicFormProcedure`. */
  ignoresUnknownFields?: true;
}

/**
 * Returns whether a message is internal. Value of `atOnce` for procedures that otherwise send a message to a client.
 */
export const isInternal = (input: Record<string, unknown>): boolean => input.internal === true;

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    // Detects broken connections, and prevents proxies from closing idle ones.
    sse: { ping: { enabled: true, intervalMs: 20_000 } },
    errorFormatter: ({ shape, error, ctx }) => {
      const body = toErrorBody(error, ctx?.requestId);
      return {
        ...shape,
        message: body.message,
        data: {
          ...body,
          httpStatus: shape.data.httpStatus,
          // Passes on details that screens read: for example, that a page was deleted (410), or when a form can be sent
          // again.
          ...(error.cause instanceof AppError && error.cause.about),
        },
      };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Maximum length of an input whose result is cached. Inputs of public reads are slugs, categories and counts. */
const cachedInputMax = 200;

/**
 * Applies the rules of every procedure: collects the cache tags, answers public reads from memory and translates
 * errors. Uses a single middleware, because each middleware copies the call's options. Callers share the results in
 * memory, which must not be changed.
 */
const callRules = (isPublic: boolean) =>
  t.middleware(async ({ ctx, meta, type, path, getRawInput, next }) => {
    const cacheTags = meta?.cacheTags;
    ctx.cacheTags.note(cacheTags);
    // Excludes procedures that check their caller, because this code runs before that check.
    const isPublicRead =
      isPublic && type === 'query' && cacheTags !== undefined && cacheTags.length > 0;
    const key = isPublicRead ? keyOf(path, await getRawInput()) : undefined;
    const call = () => traceCall(path, next);
    const read = async () => {
      const result = await call();
      // Removes the context, which belongs to the caller whose call was executed first.
      const { ctx: _, ...value } = result as typeof result & { ctx?: unknown };
      return { value, cacheTags: result.ok ? cacheTags : undefined };
    };
    const result =
      key !== undefined && key.length <= cachedInputMax
        ? ((await ctx.reads.through(key, read)) as Awaited<ReturnType<typeof next>>)
        : await call();
    if (!result.ok) {
      const { cause } = result.error;
      const wait = cause instanceof AppError ? cause.about.retryAfterSeconds : undefined;
      if (wait) ctx.visit.reply.push(['Retry-After', String(wait)]);
      throw translateError(result.error);
    }
    return result;
  });

/**
 * Returns the cache key of a public read; undefined for an input that is nested too deeply to serialize, which its schema
 * rejects.
 */
function keyOf(path: string, input: unknown): string | undefined {
  try {
    return `${path} ${JSON.stringify(input) ?? ''}`;
  } catch {
    // The input is nested too deeply to serialize.
    return undefined;
  }
}

/** Traces a procedure call. Marks the span of a failed call, because tRPC returns errors as results. */
async function traceCall<Result extends { ok: boolean; error?: TRPCError }>(
  path: string,
  next: () => Promise<Result>,
): Promise<Result> {
  let failed: TRPCError | undefined;
  return traced(
    path,
    {
      attributes: { 'rpc.system': 'trpc', 'rpc.method': path },
      finish: () =>
        failed
          ? {
              attributes: { 'error.type': failed.code },
              isError: failed.code === 'INTERNAL_SERVER_ERROR',
            }
          : {},
    },
    async () => {
      const result = await next();
      failed = result.error && translateError(result.error);
      return result;
    },
  );
}

const openProcedure = t.procedure.use(callRules(true)).use(({ ctx, type, next }) => {
  rejectOtherClientView(ctx.user, ctx.visit.viewedClient);
  if (type === 'mutation') rejectClientView(ctx.user);
  return next();
});

/** Procedure for public forms. Ignores unknown fields, because forms may send additional ones. */
export const publicFormProcedure = openProcedure.meta({ ignoresUnknownFields: true });

/** Procedure for every caller. While an admin views the site as a client, only reads are allowed outside the panel. */
export const publicProcedure = withStrictInput(openProcedure);

const restrictedProcedure = withStrictInput(t.procedure.use(callRules(false)));

/**
 * Procedure that requires a signed-in user. Every mutation counts against a rate limit of the user, so that no new
 * procedure can lack a limit.
 */
export const authedProcedure = restrictedProcedure
  .meta({ isSignedIn: true })
  .use(async ({ ctx, meta, type, next }) => {
    const { user } = ctx;
    if (!user) throw signedOut();
    rejectOtherClientView(user, ctx.visit.viewedClient);
    if (type === 'mutation') rejectClientView(user);
    const rateLimit = meta?.rateLimit ?? (type === 'mutation' ? 'clientWrites' : undefined);
    if (rateLimit) await ctx.rateLimits.consume(rateLimit, accountOf(user).id);
    const caller: SignedInCaller = { ...user, sessionId: ctx.visit.session?.id };
    return next({ ctx: { user: caller } });
  });

/**
 * Returns the user if they are an admin whose role and API key have the permission, even if they view the site as a
 * client.
 *
 * @throws UNAUTHORIZED or FORBIDDEN
 */
export function permitted(visitor: Caller | null, permission: Permission): Caller {
  if (!visitor) throw signedOut();
  const user = accountOf(visitor);
  const holder = { role: user.isAdmin ? user.role : undefined, apiKey: user.apiKey };
  if (!may(holder, permission)) {
    throw new AppError('FORBIDDEN', forbiddenMessageOf(holder, permission));
  }
  return user;
}

/**
 * Creates a procedure that requires an admin whose role has the permission. The argument is mandatory, so that no
 * procedure lacks a permission. A mutation returns only once its change is visible on every page that is requested
 * afterwards.
 */
export const adminProcedure = (permission: Permission) =>
  restrictedProcedure.meta({ permission }).use(async ({ ctx, type, next }) => {
    const result = await next({ ctx: { user: permitted(ctx.user, permission) } });
    if (type === 'mutation' && result.ok) await ctx.changesHeard();
    return result;
  });
