/**
 * Type of a form's fields, derived from a schema: all of them, with no text or list missing. `Held` lists fields that the
 * form stores in another format. Code does not compile until the form contains every field of the schema.
 */
export type Draft<Fields, Held extends { [Key in keyof Fields]?: unknown } = object> = {
  [Key in Exclude<keyof Fields, keyof Held>]-?: NonNullable<Fields[Key]>;
} & Required<Held>;
