import { z } from 'zod';

import { listMax } from '~/contract/common/limits';
import type { ListQuery, Page } from '~/contract/common/paging';
import {
  idSchema,
  idsSchema,
  listQuerySchema,
  pageSchema,
  updatedSinceShape,
} from '~/contract/common/paging-schema';
import type { SchemaOf } from '~/contract/common/schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Permission } from '~/contract/identity/permissions';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';

/** Interface of a content type's admin service. */
interface CrudService<Fields, Update, Row> {
  search(request: ListQuery): Promise<Page<Row>>;
  get(id: number): Promise<Row>;
  create(actor: CurrentUser, fields: Fields): Promise<Row>;
  update(actor: CurrentUser, update: Update): Promise<Row>;
  remove(actor: CurrentUser, id: number): Promise<{ id: number }>;
  restore(actor: CurrentUser, id: number): Promise<Row>;
  reorder(actor: CurrentUser, ids: number[]): Promise<void>;
}

/**
 * tRPC types the result of a procedure as `Row extends UnsetMarker ? … : Row`, which TypeScript does not resolve for a type
 * parameter. The compiler checks whether service and schemas match where a content type calls `createCrudRouter`.
 */
const output = (row: Promise<unknown>): Promise<never> => row as Promise<never>;

/**
 * Creates the procedures and REST paths for managing one content type. Deleting needs no confirmation, because a deleted
 * row can be restored for 30 days.
 */
export function createCrudRouter<Fields, FieldsIn, Update, UpdateIn, Row>(options: {
  /** Path below `/admin`. */
  path: string;
  /** Plural name in the API documentation. */
  nouns: string;
  statuses: readonly [string, ...string[]];
  sorts: readonly [string, ...string[]];
  /** Schema of a new row. */
  fields: SchemaOf<Fields, FieldsIn>;
  /** Schema of an update: any fields of a row, with its id and the version that the caller has seen. */
  update: SchemaOf<Update, UpdateIn>;
  row: SchemaOf<Row, Row>;
  service: CrudService<Fields, Update, Row>;
  /** Returns whether a new row is a draft that visitors will not see. Defaults to false. */
  isDraft?: (fields: Record<string, unknown>) => boolean;
  /** Permissions to list and open rows, and to change them. */
  permissions: { read: Permission; write: Permission };
}) {
  const { path, nouns, fields, update, row, service, permissions } = options;
  const request = listQuerySchema(options).extend(updatedSinceShape);
  const tags = ['Admin'];

  return router({
    list: adminProcedure(permissions.read)
      .meta({
        openapi: {
          method: 'GET',
          path: `/admin/${path}`,
          tags,
          summary: `All ${nouns}, including those that visitors do not see`,
          errorResponses: [400, 401, 403],
        },
      })
      .input(request)
      .output(z.array(row))
      .query(async ({ ctx, input }) => rowsOf(ctx, await service.search(input))),

    page: adminProcedure(permissions.read)
      .input(request)
      .output(pageSchema(row))
      .query(({ input }) => service.search(input)),

    get: adminProcedure(permissions.read)
      .meta({
        openapi: {
          method: 'GET',
          path: `/admin/${path}/{id}`,
          tags,
          summary: `One of the ${nouns}, including deleted ones`,
          errorResponses: [401, 403, 404],
        },
      })
      .input(idSchema)
      .output(row)
      .query(({ input }) => output(service.get(input.id))),

    create: adminProcedure(permissions.write)
      .meta({
        ...(options.isDraft && { atOnce: options.isDraft }),
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
      .mutation(({ ctx, input }) => output(service.create(ctx.user, input as Fields))),

    update: adminProcedure(permissions.write)
      .meta({
        openapi: {
          method: 'PUT',
          path: `/admin/${path}/{id}`,
          tags,
          summary: `Change any fields of one of the ${nouns}`,
          description: 'With `expectedUpdatedAt`, a later change is not overwritten: 409.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(update)
      .output(row)
      .mutation(({ ctx, input }) => output(service.update(ctx.user, input as Update))),

    remove: adminProcedure(permissions.write)
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

    restore: adminProcedure(permissions.write)
      .meta({
        openapi: {
          method: 'POST',
          path: `/admin/${path}/{id}/restore`,
          tags,
          summary: `Restore one of the deleted ${nouns}`,
          errorResponses: [401, 403, 404],
        },
      })
      .input(idSchema)
      .output(row)
      .mutation(({ ctx, input }) => output(service.restore(ctx.user, input.id))),

    /** Sets the order: the given ids come first, in the given order. */
    reorder: adminProcedure(permissions.write)
      .input(idsSchema.describe(`At most ${listMax}`))
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await service.reorder(ctx.user, input.ids);
        return null;
      }),
  });
}
