import { z } from 'zod';

import {
  acceptInvitationSchema,
  invitationTokenSchema,
  openInvitationSchema,
} from '~/contract/identity/admins-schema';
import { adminLoginSchema, signedInSchema } from '~/contract/identity/identity-schema';
import {
  adminSignedInSchema,
  newPasskeySchema,
  secondFactorCodeSchema,
  secondFactorPasskeySchema,
  setupSignedInSchema,
  totpCodeSchema,
  totpSetupSchema,
  webauthnOptionsSchema,
} from '~/contract/identity/second-factors-schema';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import type { Context } from '~/server/platform/trpc/context';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { AdminSignedIn, AdminSignIn, PendingSignIn } from './admin-sign-in';
import type { Invitations } from './invitations';
import type { PasskeyCreation, PasskeyUse } from './passkeys';
import type { From } from './signed-in';

interface SignInServices {
  adminSignIn: AdminSignIn;
  invitations: Invitations;
}

/** Returns the origin of a sign-in: IP address, network and device. */
export function fromOf({ visit }: Context): From {
  const { network, device, session, codeBrowser } = visit;
  return { network, device, token: session?.token, codeBrowser };
}

const siteOf = (ctx: Context) => ({ ...fromOf(ctx), origin: ctx.visit.origin });

/** Replaces the cookie of the pending sign-in with the cookie of the session. */
function remembered({ visit }: Context, { user, session, browser }: AdminSignedIn) {
  visit.rememberBrowser(browser);
  visit.rememberSignIn(undefined);
  visit.remember(session);
  return { user };
}

function answered(ctx: Context, entry: AdminSignedIn | PendingSignIn) {
  if ('user' in entry) return remembered(ctx, entry);
  ctx.visit.rememberSignIn(entry.pending);
  return { secondFactor: { methods: entry.methods } };
}

/** Procedures for signing in to the panel: password, second factor, and the setup of a required one. */
export const createAdminSignInRouter = ({ identity }: { identity: SignInServices }) => ({
  signInAdmin: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/login',
        tags: ['Identity'],
        protect: false,
        summary: 'Sign in as an admin',
        description:
          'An admin with a second factor, or who has to set one up, gets `secondFactor` instead of `user`, and no session.',
        errorResponses: [400, 401, 429],
      },
    })
    .input(adminLoginSchema)
    .output(adminSignedInSchema)
    .mutation(async ({ ctx, input }) =>
      answered(ctx, await identity.adminSignIn.signIn(input, fromOf(ctx), ctx.visit.knownBrowser)),
    ),

  secondFactor: router({
    verify: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/login/second-factor',
          tags: ['Identity'],
          protect: false,
          summary: 'Send the second factor of a sign-in',
          description: 'Within ten minutes of the password, with the cookie that it set.',
          errorResponses: [400, 401, 429],
        },
      })
      .input(secondFactorCodeSchema)
      .output(signedInSchema)
      .mutation(async ({ ctx, input }) => {
        const { signIn, knownBrowser } = ctx.visit;
        return remembered(
          ctx,
          await identity.adminSignIn.verify(signIn, input, siteOf(ctx), knownBrowser),
        );
      }),

    verifyPasskey: publicProcedure
      .input(secondFactorPasskeySchema)
      .output(signedInSchema)
      .mutation(async ({ ctx, input }) => {
        const { signIn, knownBrowser } = ctx.visit;
        const proof = { ...input, method: 'passkey' } as const;
        return remembered(
          ctx,
          await identity.adminSignIn.verify(signIn, proof, siteOf(ctx), knownBrowser),
        );
      }),

    passkeyOptions: publicProcedure
      .input(z.void())
      .output(webauthnOptionsSchema<PasskeyUse>())
      .mutation(({ ctx }) =>
        identity.adminSignIn.beginPasskeyUse(ctx.visit.signIn, ctx.visit.origin),
      ),

    beginTotp: publicProcedure
      .input(z.void())
      .output(totpSetupSchema)
      .mutation(({ ctx }) => identity.adminSignIn.beginTotp(ctx.visit.signIn)),

    confirmTotp: publicProcedure
      .input(totpCodeSchema)
      .output(setupSignedInSchema)
      .mutation(async ({ ctx, input }) => {
        const { signIn, knownBrowser } = ctx.visit;
        const done = await identity.adminSignIn.confirmTotp(
          signIn,
          input.code,
          fromOf(ctx),
          knownBrowser,
        );
        return { ...remembered(ctx, done), recoveryCodes: done.recoveryCodes };
      }),

    beginPasskey: publicProcedure
      .input(z.void())
      .output(webauthnOptionsSchema<PasskeyCreation>())
      .mutation(({ ctx }) => identity.adminSignIn.beginPasskey(ctx.visit.signIn, ctx.visit.origin)),

    addPasskey: publicProcedure
      .input(newPasskeySchema)
      .output(setupSignedInSchema)
      .mutation(async ({ ctx, input }) => {
        const { signIn, knownBrowser } = ctx.visit;
        const done = await identity.adminSignIn.addPasskey(
          signIn,
          input,
          siteOf(ctx),
          knownBrowser,
        );
        return { ...remembered(ctx, done), recoveryCodes: done.recoveryCodes };
      }),
  }),
});

/** Procedures for invited people who have the link from the email. All are mutations, so that the token is in no URL. */
export const createInvitationsRouter = ({
  identity,
  rateLimits,
}: {
  identity: SignInServices;
  rateLimits: RateLimits;
}) => {
  const counted = (ctx: Context) =>
    rateLimits.consume('invitationsFromNetwork', ctx.visit.network, 'Too many attempts.');
  return router({
    open: publicProcedure
      .input(invitationTokenSchema)
      .output(openInvitationSchema)
      .mutation(async ({ ctx, input }) => {
        await counted(ctx);
        return identity.invitations.open(input.token);
      }),

    accept: publicProcedure
      .input(acceptInvitationSchema)
      .output(adminSignedInSchema)
      .mutation(async ({ ctx, input: { token, ...fields } }) => {
        await counted(ctx);
        const row = await identity.invitations.accept(token, fields);
        return answered(
          ctx,
          await identity.adminSignIn.proceed(row, fromOf(ctx), ctx.visit.knownBrowser),
        );
      }),
  });
};
