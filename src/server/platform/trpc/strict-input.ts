import { z } from 'zod';

import type { SchemaOf } from '~/contract/common/schema';
import { strictly, unknownFields } from '~/server/platform/strict-schema';

/** Parts of tRPC's procedure builder that are wrapped here. */
interface Builder {
  _def: { inputs: readonly unknown[] };
  input(schema: SchemaOf): Builder;
  meta(meta: object): Builder;
  use(middleware: unknown): Builder;
  output(schema: SchemaOf): Builder;
  query(resolver: unknown): unknown;
  mutation(resolver: unknown): unknown;
  subscription(resolver: unknown): unknown;
}

type Next = (options: { getRawInput(): Promise<unknown>; next(): Promise<unknown> }) => unknown;

/**
 * Wraps a procedure builder so that its procedures reject unknown fields at any depth. If they ignored a misspelled
 * field, they would store something that the caller did not intend.
 */
export function withStrictInput<Wrapped extends object>(builder: Wrapped): Wrapped {
  return wrap(builder as unknown as Builder) as unknown as Wrapped;
}

const wrap = (builder: Builder): Builder => ({
  ...builder,
  input: (schema) => {
    // Rejects a second schema, because each schema would reject the fields of the other.
    if (builder._def.inputs.length > 0) throw new Error('A procedure has one schema of its input.');
    return wrap(
      schema instanceof z.ZodVoid
        ? builder.use(refuseInput).input(schema)
        : builder.input(strictly(schema)),
    );
  },
  meta: (meta) => wrap(builder.meta(meta)),
  use: (middleware) => wrap(builder.use(middleware)),
  output: (schema) => wrap(builder.output(schema)),
  query: (resolver) => withInput(builder).query(resolver),
  mutation: (resolver) => withInput(builder).mutation(resolver),
  subscription: (resolver) => withInput(builder).subscription(resolver),
});

/** Rejects fields if the procedure has no schema, because tRPC does not check the input of such a procedure. */
const withInput = (builder: Builder): Builder =>
  builder._def.inputs.length === 0 ? builder.use(refuseInput) : builder;

const refuseInput: Next = async ({ getRawInput, next }) => {
  const input = await getRawInput();
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  if (names.length > 0) throw unknownFields(names, 'This call takes no fields.');
  return next();
};
