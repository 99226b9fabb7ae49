import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';

import { AppError, signedOut } from '~/contract/common/errors';
import type { CacheTag } from '~/server/platform/cache/cache-tags';
import { toErrorBody, translated } from '~/server/platform/errors';
import type { RateLimitName } from '~/server/platform/rate-limit/rate-limits';
import type { Context } from './context';

export interface Meta extends OpenApiMeta {
  /**
   * Which tables an answer is made of. A procedure that names them is the same for every visitor, so
   * that its answers are kept in memory until one of these tables changes.
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
          // For screens: pages that are gone answer 410, and forms say when to try again.
          ...(error.cause instanceof AppError && error.cause.about),
        },
      };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const noteWhatIsShown = t.middleware(({ ctx, meta, next }) => {
  ctx.cacheTags.note(meta?.cacheTags);
  return next();
});

const translateErrors = t.middleware(async ({ ctx, next }) => {
  const result = await next();
  if (!result.ok) {
    const { cause } = result.error;
    const wait = cause instanceof AppError ? cause.about.retryAfterSeconds : undefined;
    if (wait) ctx.visit.reply.push(['Retry-After', String(wait)]);
    throw translated(result.error);
  }
  return result;
});

/** Anyone. */
export const publicProcedure = t.procedure.use(noteWhatIsShown).use(translateErrors);

const signedInProcedure = publicProcedure.use(({ ctx, next }) => {
  if (!ctx.user) throw signedOut();
  return next({ ctx: { ...ctx, user: ctx.user } });
});

/** Requires a signed-in user. Every mutation spends one of the user's rate limits, so that a new procedure cannot be left without one. */
export const authedProcedure = signedInProcedure.use(async ({ ctx, meta, type, next }) => {
  const rateLimit = meta?.rateLimit ?? (type === 'mutation' ? 'clientWrites' : undefined);
  if (rateLimit) await ctx.rateLimits.consume(rateLimit, ctx.user.id);
  return next({ ctx });
});

/** Admins alone. A mutation returns once its change is seen by every page that is asked for next. */
export const adminProcedure = signedInProcedure.use(async ({ ctx, type, next }) => {
  if (!ctx.user.isAdmin) throw new AppError('FORBIDDEN', "You don't have admin privileges.");
  const result = await next({ ctx });
  if (type === 'mutation' && result.ok) await ctx.changesHeard();
  return result;
});
