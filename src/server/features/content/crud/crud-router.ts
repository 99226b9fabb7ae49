import { z } from 'zod';
import { listMax } from '~/contract/common/limits';
import type { Page, PageRequest } from '~/contract/common/paging';
import {
  idSchema,
  idsSchema,
  pageRequestSchema,
  pageSchema,
  versionShape,
} from '~/contract/common/paging-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';

import { adminProcedure, router } from '~/server/platform/trpc/trpc';

/** What a noun's service has to offer, so that admins can manage its rows. */
interface ManagedRecords<Fields, Changes, Row> {
  search(request: PageRequest): Promise<Page<Row>>;
  get(id: number): Promise<Row>;
  create(actor: CurrentUser, fields: Fields): Promise<Row>;
  update(actor: CurrentUser, id: number, changes: Changes, expected?: string): Promise<Row>;
  remove(actor: CurrentUser, id: number): Promise<{ id: number }>;
  restore(actor: CurrentUser, id: number): Promise<Row>;
  reorder(actor: CurrentUser, ids: number[]): Promise<void>;
}

/**
 * The procedures and REST paths by which admins manage one table's rows. Deleting asks nothing: what was
 * deleted can be brought back for 30 days.
 */
export function recordsRouter<
  Fields extends z.ZodObject,
  Changes extends z.ZodObject,
  Row extends z.ZodType,
>(options: {
  /** Under `/admin`. */
  path: string;
  /** As it is called in the API's documentation, in the plural. */
  nouns: string;
  statuses: readonly [string, ...string[]];
  sorts: readonly [string, ...string[]];
  fields: Fields;
  changes: Changes;
  row: Row;
  service: ManagedRecords<z.output<Fields>, z.output<Changes>, z.output<Row>>;
}) {
  const { path, nouns, fields, changes, row, service } = options;
  const request = pageRequestSchema(options);
  const change = changes.extend({ ...idSchema.shape, ...versionShape });
  const tags = ['Admin'];
  // What comes out of a service is checked by the schema on its way out.
  const out = <T>(value: T) => value as never;

  return router({
    list: adminProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: `/admin/${path}`,
          tags,
          summary: `All ${nouns}, those that visitors do not see included`,
          errorResponses: [400, 401, 403],
        },
      })
      .input(request)
      .output(z.array(row))
      .query(async ({ input }) => out((await service.search(input)).rows)),

    page: adminProcedure
      .input(request)
      .output(pageSchema(row))
      .query(async ({ input }) => out(await service.search(input))),

    get: adminProcedure
      .input(idSchema)
      .output(row)
      .query(async ({ input }) => out(await service.get(input.id))),

    create: adminProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: `/admin/${path}`,
          tags,
          summary: `Add to the ${nouns}`,
          errorResponses: [400, 401, 403, 409],
        },
      })
      .input(fields)
      .output(row)
      .mutation(async ({ ctx, input }) =>
        out(await service.create(ctx.user, input as z.output<Fields>)),
      ),

    update: adminProcedure
      .meta({
        openapi: {
          method: 'PUT',
          path: `/admin/${path}/{id}`,
          tags,
          summary: `Change one of the ${nouns}, by any of the fields`,
          description:
            'With `expectedUpdatedAt`, a change that somebody else made since then is not overwritten: 409.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(change)
      .output(row)
      .mutation(async ({ ctx, input }) => {
        const { id, expectedUpdatedAt, ...given } = input as z.output<Changes> & {
          id: number;
          expectedUpdatedAt?: string;
        };
        return out(
          await service.update(
            ctx.user,
            id,
            given as unknown as z.output<Changes>,
            expectedUpdatedAt,
          ),
        );
      }),

    remove: adminProcedure
      .meta({
        openapi: {
          method: 'DELETE',
          path: `/admin/${path}/{id}`,
          tags,
          summary: `Delete one of the ${nouns}; it can be restored for 30 days`,
          errorResponses: [401, 403, 404],
        },
      })
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => service.remove(ctx.user, input.id)),

    restore: adminProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: `/admin/${path}/{id}/restore`,
          tags,
          summary: `Bring back one of the ${nouns} that was deleted`,
          errorResponses: [401, 403, 404],
        },
      })
      .input(idSchema)
      .output(row)
      .mutation(async ({ ctx, input }) => out(await service.restore(ctx.user, input.id))),

    /** The whole order at once: those named come first, as they are named. */
    reorder: adminProcedure
      .input(idsSchema.describe(`At most ${listMax}`))
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await service.reorder(ctx.user, input.ids);
        return null;
      }),
  });
}
