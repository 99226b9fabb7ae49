import { z } from 'zod';

import { pageSchema } from '~/contract/common/paging-schema';
import {
  adminAccountSchema,
  adminDetailSchema,
  adminIdSchema,
  adminsListSchema,
  adminUpdateSchema,
  invitationSchema,
} from '~/contract/identity/admins-schema';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { AdminAccounts } from './admin-accounts';

const tags = ['Admin'];
const requirementSchema = z.object({ isRequired: z.boolean() });

export const createAdminsRouter = ({ admins }: { admins: AdminAccounts }) =>
  router({
    list: adminProcedure('admins.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/admins',
          tags,
          summary: 'Admin accounts, including invited ones',
          errorResponses: [400, 401, 403],
        },
      })
      .input(adminsListSchema)
      .output(z.array(adminAccountSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await admins.search(input))),

    page: adminProcedure('admins.read')
      .input(adminsListSchema)
      .output(pageSchema(adminAccountSchema))
      .query(({ input }) => admins.search(input)),

    get: adminProcedure('admins.read')
      .input(adminIdSchema)
      .output(adminDetailSchema)
      .query(({ input }) => admins.get(input.id)),

    invite: adminProcedure('admins.write')
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/admins',
          tags,
          summary: 'Invite an admin',
          description:
            'Emails a single-use link that is valid for 48 hours. The address of a client cannot be invited: 409.',
          errorResponses: [400, 401, 403, 409, 429],
        },
      })
      .input(invitationSchema)
      .output(adminAccountSchema)
      .mutation(({ ctx, input }) => admins.invite(ctx.user, input)),

    update: adminProcedure('admins.write')
      .meta({
        openapi: {
          method: 'PUT',
          path: '/admin/admins/{id}',
          tags,
          summary: 'Change the role of an admin, disable or enable the account',
          description:
            'Disabling ends all sessions of the account and withdraws its invitation. The last owner can be neither demoted nor disabled: 409.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(adminUpdateSchema)
      .output(adminAccountSchema)
      .mutation(({ ctx, input }) => admins.update(ctx.user, input)),

    resendInvitation: adminProcedure('admins.write')
      .input(adminIdSchema)
      .output(adminAccountSchema)
      .mutation(({ ctx, input }) => admins.resendInvitation(ctx.user, input.id)),

    revokeInvitation: adminProcedure('admins.write')
      .input(adminIdSchema)
      .output(adminIdSchema)
      .mutation(({ ctx, input }) => admins.revokeInvitation(ctx.user, input.id)),

    resetSecondFactor: adminProcedure('admins.write')
      .input(adminIdSchema)
      .output(adminAccountSchema)
      .mutation(({ ctx, input }) => admins.resetSecondFactor(ctx.user, input.id)),

    secondFactorRequirement: adminProcedure('admins.read')
      .input(z.void())
      .output(requirementSchema)
      .query(() => admins.isSecondFactorRequired()),

    requireSecondFactor: adminProcedure('admins.write')
      .input(requirementSchema)
      .output(requirementSchema)
      .mutation(({ ctx, input }) => admins.requireSecondFactor(ctx.user, input.isRequired)),
  });
