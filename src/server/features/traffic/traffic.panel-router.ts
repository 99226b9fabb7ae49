import { trafficReportSchema, trafficRequestSchema } from '~/contract/traffic/traffic-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { TrafficReports } from './report';

export const createTrafficRouter = ({ reports }: { reports: TrafficReports }) =>
  router({
    report: adminProcedure('overview.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/traffic',
          tags: ['Admin'],
          summary: 'Where work comes from: visits, leads, proposals and payments by source',
          description:
            'Leads of the period without spam, and their outcome until now. A proposal counts for the lead that it was created from; work without a lead counts for no source.',
          errorResponses: [400, 401, 403],
        },
      })
      .input(trafficRequestSchema)
      .output(trafficReportSchema)
      .query(({ input }) => reports.read(input.days)),
  });
