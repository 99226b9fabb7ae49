import type { z } from 'zod';

/**
 * Any schema with this output and input. To compare a schema with `z.ZodType`, the compiler would compare some forty methods as
 * well, which took a quarter of a type check. Parse a value with `z.safeParse(schema, value)`.
 */
export type SchemaOf<Output = unknown, Input = unknown> = z.core.$ZodType<Output, Input>;
