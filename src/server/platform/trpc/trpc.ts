import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';

import { AppError, signedOut } from '~/contract/common/errors';
import type { CacheTag } from '~/server/platform/cache/cache-tags';
import { toErrorBody, translateError } from '~/server/platform/errors';
import type { RateLimitName } from '~/server/platform/rate-limit/rate-limits';
import type { Context } from './context';

export interface Meta extends OpenApiMeta {
  /**
   * The tables that a response is made of. The response of a procedure with tags is the same for every visitor and is
   * cached until one of these tables changes.
   */
  cacheTags?: readonly CacheTag[];
  /** The rate limit that a client's call counts against, by user; `clientWrites` for a write without one. */
  rateLimit?: RateLimitName;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const body = toErrorBody(error, ctx?.requestId);
      return {
        ...shape,
        message: body.message,
        data: {
          ...body,
          httpStatus: shape.data.httpStatus,
          // For screens: deleted pages answer 410, and forms show when to try again.
          ...(error.cause instanceof AppError && error.cause.about),
        },
      };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const noteCacheTags = t.middleware(({ ctx, meta, next }) => {
  ctx.cacheTags.note(meta?.cacheTags);
  return next();
});

/** Longer inputs are not cached: public reads take slugs, categories and counts. */
const cachedInputMax = 200;

/** Answers queries with cache tags from memory. Their results are the same for every caller and shared by callers: they must not be changed. */
const readThroughCache = t.middleware(async ({ ctx, meta, type, path, getRawInput, next }) => {
  const cacheTags = meta?.cacheTags;
  if (type !== 'query' || !cacheTags?.length) return next();
  const key = `${path} ${JSON.stringify(await getRawInput()) ?? ''}`;
  if (key.length > cachedInputMax) return next();
  const shared = await ctx.reads.through(key, async () => {
    const result = await next();
    // Without the context of the caller who happened to come first.
    const { ctx: _, ...value } = result as typeof result & { ctx?: unknown };
    return { value, cacheTags: result.ok ? cacheTags : undefined };
  });
  return shared as Awaited<ReturnType<typeof next>>;
});

const translateErrors = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  if (!result.ok) {
    const { cause } = result.error;
    const wait = cause instanceof AppError ? cause.about.retryAfterSeconds : undefined;
    if (wait) ctx.visit.reply.push(['Retry-After', String(wait)]);
    throw translateError(result.error);
  }
  return result;
});

/** For every caller. */
export const publicProcedure = t.procedure
  .use(noteCacheTags)
  .use(readThroughCache)
  .use(translateErrors);

const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.user) throw signedOut();
  return next({ ctx: { ...ctx, user: ctx.user } });
});

/** Requires a signed-in user. Every mutation counts against a rate limit of the user, so that no new procedure lacks one. */
export const authedProcedure = signedInProcedure.use(async ({ ctx, meta, type, next }) => {
  const rateLimit = meta?.rateLimit ?? (type === 'mutation' ? 'clientWrites' : undefined);
  if (rateLimit) await ctx.rateLimits.consume(rateLimit, ctx.user.id);
  return next({ ctx });
});

/** Requires an admin. A mutation returns once its change shows on every page requested after it. */
export const adminProcedure = signedInProcedure.use(async ({ ctx, type, next }) => {
  if (!ctx.user.isAdmin) throw new AppError('FORBIDDEN', "You don't have admin privileges.");
  const result = await next({ ctx });
  if (type === 'mutation' && result.ok) await ctx.changesHeard();
  return result;
});
