import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import type { OfferedProvider } from '~/contract/identity/identity-schema';
import {
  codeFormSchema,
  currentUserSchema,
  emailChangeSchema,
  offeredProviderSchema,
  pictureUploadSchema,
  profileSchema,
  restoreEmailSchema,
  sendCodeAnswerSchema,
  sendCodeSchema,
  sessionSummarySchema,
  signedInSchema,
  signedUpSchema,
  signUpSchema,
  verifyCodeSchema,
} from '~/contract/identity/identity-schema';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { type Context, sessionIdOf } from '~/server/platform/trpc/context';
import {
  authedProcedure,
  publicFormProcedure,
  publicProcedure,
  router,
} from '~/server/platform/trpc/trpc';
import { createAdminSignInRouter, createInvitationsRouter, fromOf } from './admin-sign-in-router';
import type { Identity } from './identity.service';
import type { SignedIn } from './signed-in';

const tags = ['Identity'];

function remembered({ visit }: Context, { user, session }: SignedIn) {
  visit.remember(session);
  return { user };
}

export const createIdentityRouter = ({
  identity,
  providers,
  rateLimits,
}: {
  identity: Identity;
  providers: OfferedProvider[];
  rateLimits: RateLimits;
}) =>
  router({
    user: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/auth/user',
          tags,
          summary: 'The signed-in user',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(currentUserSchema)
      .query(({ ctx }) => ctx.user),

    /** Returns the user like `user`, but null for visitors instead of an error. */
    viewer: publicProcedure
      // The response for visitors, null, is the same for all of them and never changes.
      .meta({ cacheTags: [] })
      .input(z.void())
      .output(currentUserSchema.nullable())
      .query(({ ctx }) => ctx.user),

    // Has no cache tags, because the sign-in pages are not cached: each page contains its own return path.
    providers: publicProcedure
      .input(z.void())
      .output(z.array(offeredProviderSchema))
      .query(() => providers),

    sendCode: publicFormProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/auth/send-otp',
          tags,
          protect: false,
          summary: 'Send a one-time code by email',
          description:
            'The response does not reveal whether the email has an account. It sets a cookie that identifies the requesting browser, which has its own guesses; callers without it share those of the email.',
          errorResponses: [400, 429],
        },
      })
      .input(sendCodeSchema)
      .output(sendCodeAnswerSchema)
      .mutation(async ({ ctx, input }) => {
        const purpose = input.type ?? 'signin';
        const { answer, codeBrowser } = await identity.sendCode(input.email, purpose, fromOf(ctx));
        ctx.visit.rememberCodeBrowser(codeBrowser);
        return answer;
      }),

    verifyCode: publicFormProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/auth/verify-otp',
          tags,
          protect: false,
          summary: 'Sign in with a code',
          errorResponses: [400, 401, 429],
        },
      })
      .input(verifyCodeSchema)
      .output(signedInSchema)
      .mutation(async ({ ctx, input }) =>
        remembered(ctx, await identity.signIn(input, fromOf(ctx))),
      ),

    signUp: publicFormProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/auth/signup',
          tags,
          protect: false,
          summary: 'Create an account with a code',
          errorResponses: [400, 401, 429],
        },
      })
      .input(signUpSchema)
      .output(signedUpSchema)
      .mutation(async ({ ctx, input }) => {
        const { isNew, ...signedIn } = await identity.signUp(input, fromOf(ctx));
        return { ...remembered(ctx, signedIn), isNew };
      }),

    ...createAdminSignInRouter({ identity }),
    invitation: createInvitationsRouter({ identity, rateLimits }),

    sendEmailCode: authedProcedure
      .input(emailChangeSchema)
      .output(sendCodeAnswerSchema)
      .mutation(async ({ ctx, input }) => {
        const { answer, codeBrowser } = await identity.sendEmailCode(
          ctx.user,
          input.email,
          fromOf(ctx),
        );
        ctx.visit.rememberCodeBrowser(codeBrowser);
        return answer;
      }),

    /** Changes the email. Requires the code that was sent to the new email. */
    changeEmail: authedProcedure
      .input(emailChangeSchema.extend(codeFormSchema.shape))
      .output(currentUserSchema)
      .mutation(({ ctx, input }) => identity.changeEmail(ctx.user, input, fromOf(ctx))),

    /** Restores an email. Requires the token that was sent to the old mailbox. */
    restoreEmail: publicProcedure
      .input(restoreEmailSchema)
      .output(z.object({ email: z.string() }))
      .mutation(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        return { email: await identity.restoreEmail(input.token) };
      }),

    changeProfile: authedProcedure
      .input(profileSchema)
      .output(currentUserSchema)
      .mutation(({ ctx, input }) => identity.changeProfile(ctx.user, input)),

    changePicture: authedProcedure
      .input(pictureUploadSchema.nullable())
      .output(currentUserSchema)
      .mutation(async ({ ctx, input }) => {
        const base64 = input?.dataUrl.slice(input.dataUrl.indexOf(',') + 1);
        const upload = base64 ? Buffer.from(base64, 'base64') : undefined;
        return identity.changePicture(ctx.user, upload);
      }),

    sessions: authedProcedure
      .input(z.void())
      .output(z.array(sessionSummarySchema))
      .query(({ ctx }) => identity.listSessions(ctx.user.id, sessionIdOf(ctx))),

    endSession: authedProcedure
      .input(z.object({ id: z.int().min(1).max(int4Max) }))
      .output(z.object({ id: z.int() }))
      .mutation(async ({ ctx, input }) => {
        if (!(await identity.sessions.endOne(ctx.user.id, input.id))) {
          throw new AppError('NOT_FOUND', 'This session has already ended');
        }
        return input;
      }),

    endOtherSessions: authedProcedure
      .input(z.void())
      .output(z.null())
      .mutation(async ({ ctx }) => {
        await identity.sessions.endOthers(ctx.user.id, sessionIdOf(ctx));
        return null;
      }),
  });
