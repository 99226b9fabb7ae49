import { z } from 'zod';
import { usersListSchema } from '~/contract/admin/admin-lists-schema';
import { adminUserSchema, userDetailSchema, userIdSchema } from '~/contract/admin/admin-schema';
import { pageSchema } from '~/contract/common/paging-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';

export const usersAdminRouter = router({
  page: adminProcedure
    .input(usersListSchema)
    .output(pageSchema(adminUserSchema))
    .query(({ ctx, input }) => ctx.domain.admin.users.search(input)),

  get: adminProcedure
    .input(userIdSchema)
    .output(userDetailSchema)
    .query(({ ctx, input }) => ctx.domain.admin.users.get(input.id)),

  setDisabled: adminProcedure
    .input(userIdSchema.extend({ isDisabled: z.boolean() }))
    .output(adminUserSchema)
    .mutation(({ ctx, input }) =>
      ctx.domain.admin.users.setDisabled(ctx.user, input.id, input.isDisabled),
    ),

  signOutEverywhere: adminProcedure
    .input(userIdSchema)
    .output(adminUserSchema)
    .mutation(({ ctx, input }) => ctx.domain.admin.users.signOutEverywhere(ctx.user, input.id)),
});
