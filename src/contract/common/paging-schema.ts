import { z } from 'zod';

import { int4Max, listMax } from './limits';
import { type Sorting, searchMax } from './paging';
import type { SchemaOf } from './schema';
import { isStorable, text } from './text-schema';

const count = (max: number) => z.coerce.number().int().min(1).max(max);

/** Returns the sort orders of a list: its columns, each in both directions. */
function sortings<const Sort extends string>(sorts: readonly Sort[]) {
  return sorts.flatMap((sort) => [sort, `-${sort}`]) as [Sorting<Sort>, ...Sorting<Sort>[]];
}

/** Returns the input schema of an admin's list. Numbers may be strings, as in URLs. */
export function listQuerySchema<const Status extends string, const Sort extends string>(options: {
  statuses: readonly [Status, ...Status[]];
  sorts: readonly [Sort, ...Sort[]];
}) {
  return z.object({
    search: z
      .string()
      .trim()
      .max(searchMax, 'Please search for something shorter')
      .refine(isStorable, 'This text holds characters that cannot be searched for')
      .optional(),
    status: z.enum(options.statuses, 'Unknown status').optional(),
    sort: z.enum(sortings(options.sorts), 'Unknown order').optional(),
    page: count(int4Max).optional(),
    pageSize: count(listMax).optional(),
  });
}

/** Filter of lists whose records have an updated time. */
export const updatedSinceShape = {
  updatedSince: z.iso
    .datetime({ offset: true, error: 'Please give updatedSince as 2030-01-31T12:00:00Z' })
    .optional(),
};

export function pageSchema<Row extends SchemaOf>(row: Row) {
  return z.object({
    rows: z.array(row),
    total: z.int(),
    counts: z.record(z.string(), z.int()),
  });
}

/** Id of a row. */
export const idSchema = z.object({
  id: z.coerce.number('An id is needed').int('An id is a whole number').min(1).max(int4Max),
});
export const idsSchema = z.object({
  ids: z.array(z.int().min(1).max(int4Max)).min(1).max(listMax),
});

/** Id of a user, which is an opaque text. */
export const userIdField = text({ min: 1, max: 100 });

/** Last `updatedAt` that the caller has seen, for detecting conflicting changes. */
export const versionShape = { expectedUpdatedAt: z.iso.datetime().optional() };
