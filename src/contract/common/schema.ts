import type { z } from 'zod';

/**
 * Any schema with this output and input. Use it instead of `z.ZodType`: comparing the forty or so
 * methods of `z.ZodType` took a quarter of a type check. Parse values with `z.safeParse(schema,
 * value)`.
 */
export type SchemaOf<Output = unknown, Input = unknown> = z.core.$ZodType<Output, Input>;
