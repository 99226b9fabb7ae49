/**
 * Returns the name of a field's input. Without the prefix, an input with the key 'submit' would hide
 * the form's `submit` method.
 */
export const inputName = (key: string): string => `field-${key}`;
