import { z } from 'zod';

import {
  changePasswordSchema,
  newPasskeySchema,
  ownSecondFactorsSchema,
  passkeyIdSchema,
  passwordSchema,
  recoveryCodesSchema,
  totpCodeSchema,
  totpSetupSchema,
  webauthnOptionsSchema,
} from '~/contract/identity/second-factors-schema';
import { sessionIdOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { OwnAccount } from './own-account';
import type { PasskeyCreation } from './passkeys';

/** Procedures for an admin's own account, for every role. */
export const createOwnAccountRouter = ({ account }: { account: OwnAccount }) =>
  router({
    get: adminProcedure('panel.open')
      .input(z.void())
      .output(ownSecondFactorsSchema)
      .query(({ ctx }) => account.get(ctx.user)),

    beginTotp: adminProcedure('panel.open')
      .input(passwordSchema)
      .output(totpSetupSchema)
      .mutation(({ ctx, input }) => account.beginTotp(ctx.user, input.password)),

    confirmTotp: adminProcedure('panel.open')
      .input(totpCodeSchema)
      .output(recoveryCodesSchema)
      .mutation(({ ctx, input }) => account.confirmTotp(ctx.user, input.code, sessionIdOf(ctx))),

    removeTotp: adminProcedure('panel.open')
      .input(passwordSchema)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await account.removeTotp(ctx.user, input.password);
        return null;
      }),

    beginPasskey: adminProcedure('panel.open')
      .input(passwordSchema)
      .output(webauthnOptionsSchema<PasskeyCreation>())
      .mutation(({ ctx, input }) =>
        account.beginPasskey(ctx.user, input.password, ctx.visit.origin),
      ),

    addPasskey: adminProcedure('panel.open')
      .input(newPasskeySchema)
      .output(recoveryCodesSchema)
      .mutation(({ ctx, input }) =>
        account.addPasskey(ctx.user, input, {
          origin: ctx.visit.origin,
          sessionId: sessionIdOf(ctx),
        }),
      ),

    removePasskey: adminProcedure('panel.open')
      .input(passwordSchema.extend(passkeyIdSchema.shape))
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await account.removePasskey(ctx.user, input.password, input.id);
        return null;
      }),

    renewRecoveryCodes: adminProcedure('panel.open')
      .input(passwordSchema)
      .output(recoveryCodesSchema)
      .mutation(async ({ ctx, input }) => ({
        recoveryCodes: await account.renewRecoveryCodes(ctx.user, input.password),
      })),

    changePassword: adminProcedure('panel.open')
      .input(changePasswordSchema)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await account.changePassword(ctx.user, input, sessionIdOf(ctx));
        return null;
      }),
  });
