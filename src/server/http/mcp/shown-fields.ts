import type { ChangedField, ShownField } from '~/contract/proposed-changes/proposed-changes-schema';

export type Fields = Record<string, unknown>;
export type JsonSchema = Record<string, unknown>;

/**
 * Formats the value of a field, for example by replacing an id with the name of its record. Undefined to show the value
 * itself.
 */
type InWords = (path: string, value: unknown) => string | undefined;

/** Returns whether a value is an object, not a list or a single value. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.some((one) => typeof one === 'object');

/** Formats a complete value as text; null if the value is empty. */
function inText(path: string, value: unknown, inWords: InWords): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) {
    return value.map((one) => inText(path, one, inWords) ?? '').join('\n') || null;
  }
  const text =
    typeof value === 'boolean' ? (value ? 'Yes' : 'No') : (inWords(path, value) ?? String(value));
  return text.toWellFormed();
}

/**
 * Returns the leaf values of a response with their paths, such as 'items.1.unitPrice'. A list of scalars is one leaf.
 * Positions count from 1.
 */
export function leavesOf(path: string, value: unknown): [path: string, value: unknown][] {
  if (!isList(value) && !isFields(value)) return [[path, value]];
  const entries = isList(value) ? value.map((one, at) => [at + 1, one]) : Object.entries(value);
  return entries.flatMap(([name, one]) => leavesOf(path ? `${path}.${name}` : `${name}`, one));
}

const optionsOf = (schema: unknown): JsonSchema[] => {
  if (!isFields(schema)) return [];
  const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((name) => schema[name] ?? []) as unknown[];
  return inner.length > 0 ? inner.flatMap(optionsOf) : [schema];
};

/**
 * Returns the schema of a property; undefined if the schema has no such property. A schema without types accepts any
 * property.
 */
function propertyOf(schema: unknown, name: string): unknown {
  const options = optionsOf(schema);
  const found = options.flatMap(({ properties }) =>
    isFields(properties) ? [properties[name]] : [],
  );
  const known = found.filter((one) => one !== undefined);
  if (known.length > 0) return { anyOf: known };
  return options.some((one) => one.type === undefined && one.properties === undefined)
    ? {}
    : undefined;
}

const itemsOf = (schema: unknown): unknown => ({
  anyOf: optionsOf(schema).flatMap(({ items }) => items ?? []),
});

/**
 * Returns the differences between a field and its new value, down to single values. If the new value of an object omits
 * a value, the difference is 'Not given', because some objects are replaced, while others keep omitted values.
 *
 * @param schema JSON Schema of the field, used to omit values that no change can contain, such as computed ones
 */
export function changesOf(
  field: string,
  { before, after }: { before: unknown; after: unknown },
  schema: unknown,
  inWords: InWords,
): ChangedField[] {
  if (isFields(after)) {
    const had = isFields(before) ? before : {};
    const left = Object.keys(had).filter(
      (name) => !Object.hasOwn(after, name) && propertyOf(schema, name) !== undefined,
    );
    return [
      ...Object.entries(after).flatMap(([name, value]) =>
        changesOf(
          `${field}.${name}`,
          { before: had[name], after: value },
          propertyOf(schema, name),
          inWords,
        ),
      ),
      ...left.flatMap((name) =>
        shownFields(had[name], inWords, `${field}.${name}`).map((one) => ({
          ...{ field: one.field, before: one.value, after: 'Not given' },
        })),
      ),
    ];
  }
  if (isList(after) || (isList(before) && Array.isArray(after))) {
    const had = Array.isArray(before) ? before : [];
    const length = Math.max(had.length, after.length);
    return Array.from({ length }).flatMap((_, at) =>
      changesOf(
        `${field}.${at + 1}`,
        { before: had[at], after: after[at] },
        itemsOf(schema),
        inWords,
      ),
    );
  }
  if (isFields(before) || isList(before)) {
    const lost = shownFields(before, inWords, field).map((one) => ({
      ...{ field: one.field, before: one.value, after: null },
    }));
    const given = inText(field, after, inWords);
    return given === null ? lost : [...lost, { field, before: null, after: given }];
  }
  const change = { before: inText(field, before, inWords), after: inText(field, after, inWords) };
  return change.before === change.after ? [] : [{ field, ...change }];
}

/** Formats every non-empty value of a response as text. */
export const shownFields = (value: unknown, inWords: InWords, path = ''): ShownField[] =>
  leavesOf(path, value).flatMap(([field, leaf]) => {
    const text = inText(field, leaf, inWords);
    return text === null ? [] : [{ field, value: text }];
  });
