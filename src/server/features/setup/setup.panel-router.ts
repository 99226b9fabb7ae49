import { z } from 'zod';

import {
  answersArrivedSchema,
  answersTestInputSchema,
  answersTestSchema,
  legalConfirmationSchema,
  networkLineInputSchema,
  networkLineSchema,
  removedSamplesSchema,
  setupLinesSchema,
  setupMarkChangeSchema,
  setupMarkSchema,
  testMailSchema,
} from '~/contract/setup/setup-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { SetupPanel } from './panel';

/** Procedures of Setup. Each network check is a separate procedure, so that the page does not wait for it. */
export const createSetupRouter = ({ setup }: { setup: SetupPanel }) =>
  router({
    lines: adminProcedure('settings.read')
      .input(z.void())
      .output(setupLinesSchema)
      .query(() => setup.lines()),

    network: adminProcedure('settings.read')
      .input(networkLineInputSchema)
      .output(networkLineSchema)
      .query(({ input }) => setup.networkLine(input.id)),

    mark: adminProcedure('settings.read')
      .input(z.void())
      .output(setupMarkSchema)
      .query(({ ctx }) => setup.mark(ctx.user)),

    hideMark: adminProcedure('settings.write')
      .input(setupMarkChangeSchema)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await setup.hideMark(ctx.user, input.isHidden);
        return null;
      }),

    removeSamples: adminProcedure('settings.write')
      .input(z.void())
      .output(removedSamplesSchema)
      .mutation(({ ctx }) => setup.removeSamples(ctx.user)),

    confirmLegal: adminProcedure('settings.write')
      .input(legalConfirmationSchema)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await setup.confirmLegal(ctx.user, input.digest);
        return null;
      }),

    sendTest: adminProcedure('settings.write')
      .input(z.void())
      .output(testMailSchema)
      .mutation(({ ctx }) => setup.sendTest(ctx.user)),

    testAnswers: adminProcedure('settings.write')
      .input(z.void())
      .output(answersTestSchema)
      .mutation(({ ctx }) => setup.testAnswers(ctx.user)),

    hasTestArrived: adminProcedure('settings.read')
      .input(answersTestInputSchema)
      .output(answersArrivedSchema)
      .query(({ input }) => setup.hasTestArrived(input.test)),
  });
