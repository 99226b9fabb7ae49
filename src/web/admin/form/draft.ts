/**
 * What a form holds of a schema's fields: every one of them, with no text or list missing. `Held` names those that it holds in another
 * shape. Derived from the schema, so that a field that is added there does not compile until the form has it too.
 */
export type Draft<Fields, Held extends { [Key in keyof Fields]?: unknown } = object> = {
  [Key in Exclude<keyof Fields, keyof Held>]-?: NonNullable<Fields[Key]>;
} & Required<Held>;
