import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { SchemaOf } from '~/contract/common/schema';

/** Returns an error that names unknown fields of a call. */
export function unknownFields(names: readonly string[], hint: string): AppError {
  const message = `${unknownFieldsMessage(names)}. ${hint}`;
  const issues = names.slice(0, namedMax).map((name) => ({ path: clip(name), message }));
  return new AppError('BAD_REQUEST', message, { issues });
}

const namedMax = 5;
const nameMax = 60;
const clip = (name: string): string =>
  name.length > nameMax ? `${name.slice(0, nameMax).toWellFormed()}…` : name;

/**
 * Returns a message such as 'Unknown field: amout'. The message is shortened, because a body may contain thousands of
 * unknown fields.
 */
export function unknownFieldsMessage(names: readonly string[]): string {
  const named = names.slice(0, namedMax).map(clip).join(', ');
  const left = names.length - namedMax;
  return `Unknown field${names.length === 1 ? '' : 's'}: ${named}${left > 0 ? ` and ${left} more` : ''}`;
}

/** Strict copies of schemas, cached because many inputs share parts. */
const copies = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/**
 * Copies a schema so that its objects reject unknown fields. Objects that declare a type for additional fields still
 * accept these.
 */
export function strictly<Schema extends SchemaOf>(schema: Schema): Schema {
  const known = copies.get(schema);
  if (known) return known as Schema;
  const copy = strictCopy(schema as unknown as z.core.$ZodTypes);
  copies.set(schema, copy);
  return copy as Schema;
}

function strictCopy(schema: z.core.$ZodTypes): z.core.$ZodType {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object': {
      const shape = mapped(def.shape);
      const catchall = def.catchall ?? z.never();
      return copyOf(schema, { shape, catchall });
    }
    case 'array':
      return changed(schema, { element: strictly(def.element) }, def);
    case 'union':
      return changed(schema, { options: def.options.map(strictly) }, def);
    case 'intersection':
      return changed(schema, { left: strictly(def.left), right: strictly(def.right) }, def);
    case 'tuple':
      return changed(schema, { items: def.items.map(strictly) }, def);
    case 'record':
      return changed(schema, { valueType: strictly(def.valueType) }, def);
    case 'pipe':
      return changed(schema, { in: strictly(def.in), out: strictly(def.out) }, def);
    case 'lazy':
      return copyOf(schema, { getter: () => strictly(def.getter()) });
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'default':
    case 'prefault':
    case 'catch':
      return changed(schema, { innerType: strictly(def.innerType) }, def);
    default:
      return schema;
  }
}

const mapped = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, strictly(field)]));

/** Returns a copy of the schema with the given parts, or the schema itself if they are its own. */
function changed(schema: z.core.$ZodType, parts: object, def: object): z.core.$ZodType {
  const isSame = Object.entries(parts).every(([name, part]) => {
    const before = (def as Record<string, unknown>)[name];
    return Array.isArray(part)
      ? part.every((one, index) => one === (before as unknown[])[index])
      : part === before;
  });
  return isSame ? schema : copyOf(schema, parts);
}

/** Copies a schema with its checks and description. */
const copyOf = (schema: z.core.$ZodType, parts: object): z.core.$ZodType =>
  z.core.clone(schema, z.core.util.mergeDefs(schema._zod.def, parts) as never, { parent: true });
