import { z } from 'zod';

import { openLeadSchema, responseFiguresSchema } from '~/contract/leads/response-times-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { ResponseTimesService } from './response-times.service';

export const createResponseTimesRouter = ({
  responseTimes,
}: {
  responseTimes: ResponseTimesService;
}) =>
  router({
    /** Returns leads that wait for their first reply, most urgent first. */
    open: adminProcedure('leads.read')
      .input(z.void())
      .output(z.array(openLeadSchema))
      .query(() => responseTimes.open()),

    figures: adminProcedure('leads.read')
      .input(z.void())
      .output(responseFiguresSchema)
      .query(() => responseTimes.figures()),
  });
