/**
 * Type of a form's fields, derived from a schema. All fields are required and not null. `Held`
 * lists fields that the form stores in a different format. The compiler reports schema fields that
 * the form lacks.
 */
export type Draft<Fields, Held extends { [Key in keyof Fields]?: unknown } = object> = {
  [Key in Exclude<keyof Fields, keyof Held>]-?: NonNullable<Fields[Key]>;
} & Required<Held>;
