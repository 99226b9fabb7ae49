import { z } from 'zod';

import { usersListSchema } from '~/contract/admin/admin-lists-schema';
import {
  adminUserSchema,
  clientChangesSchema,
  newClientSchema,
  userDetailSchema,
  userIdSchema,
} from '~/contract/admin/admin-schema';
import { pageSchema } from '~/contract/common/paging-schema';
import { noteSchema, noteTextSchema } from '~/contract/leads/activity-schema';
import { sessionIdOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { Identity } from './identity.service';
import type { UsersAdmin } from './users-admin';

export const createUsersAdminRouter = ({
  users,
  identity,
}: {
  users: UsersAdmin;
  identity: Pick<Identity, 'clientViews'>;
}) =>
  router({
    page: adminProcedure('clients.read')
      .input(usersListSchema)
      .output(pageSchema(adminUserSchema))
      .query(({ input }) => users.search(input)),

    get: adminProcedure('clients.read')
      .input(userIdSchema)
      .output(userDetailSchema)
      .query(({ input }) => users.get(input.id)),

    addNote: adminProcedure('clients.write')
      .input(userIdSchema.extend(noteTextSchema.shape))
      .output(noteSchema)
      .mutation(({ ctx, input }) => users.addNote(ctx.user, input.id, input.text)),

    create: adminProcedure('clients.write')
      .meta({
        // Adding a client to a company needs confirmation, because a member can read the company's records.
        atOnce: ({ invite, companyId }) => invite !== true && !companyId,
        openapi: {
          method: 'POST',
          path: '/admin/clients',
          tags: ['Admin'],
          summary: 'Add a client',
          description: 'Sends an email only if `invite` is true. 409 for an email that is in use.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(newClientSchema)
      .output(adminUserSchema)
      .mutation(({ ctx, input }) => users.create(ctx.user, input)),

    change: adminProcedure('clients.write')
      .meta({
        openapi: {
          method: 'PUT',
          path: '/admin/clients/{id}',
          tags: ['Admin'],
          summary: 'Change any fields of a client; issued documents do not change',
          description:
            'A new email signs the client out, revokes links that were sent to the old one, and notifies it. If the client changed the email in the last days, the earlier one is restored: see `confirmsUndo`; without it, the response is 409 with a list of what would be undone. With `expected`, later changes are not overwritten: 409. Billing data of a member is that of the company.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(clientChangesSchema)
      .output(userDetailSchema)
      .mutation(({ ctx, input }) => users.change(ctx.user, input)),

    setDisabled: adminProcedure('clients.write')
      .input(userIdSchema.extend({ isDisabled: z.boolean() }))
      .output(adminUserSchema)
      .mutation(({ ctx, input }) => users.setDisabled(ctx.user, input.id, input.isDisabled)),

    signOutEverywhere: adminProcedure('clients.write')
      .input(userIdSchema)
      .output(adminUserSchema)
      .mutation(({ ctx, input }) => users.signOutEverywhere(ctx.user, input.id)),

    /**
     * Starts a view as a client: from now on, this session sees the site outside the panel as the client does,
     * read-only.
     */
    viewAs: adminProcedure('clients.viewAs')
      .input(userIdSchema)
      .output(z.object({ endsAt: z.iso.datetime() }))
      .mutation(({ ctx, input }) =>
        identity.clientViews.start(ctx.user, input.id, sessionIdOf(ctx)),
      ),

    /** Ends a view as a client. For a view that has already expired, records that the admin has noticed this. */
    endView: adminProcedure('panel.open')
      .input(z.void())
      .output(z.object({ clientId: z.string().nullable() }))
      .mutation(async ({ ctx }) => ({
        clientId: await identity.clientViews.end(ctx.user, sessionIdOf(ctx)),
      })),
  });
