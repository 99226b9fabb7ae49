/**
 * Returns a type for the fields of a schema in a form: all of them, with no text or list missing. `Held` lists fields
 * that the form stores in another format. Derived from the schema, so that adding a field there does not compile until
 * the form has it.
 */
export type Draft<Fields, Held extends { [Key in keyof Fields]?: unknown } = object> = {
  [Key in Exclude<keyof Fields, keyof Held>]-?: NonNullable<Fields[Key]>;
} & Required<Held>;
