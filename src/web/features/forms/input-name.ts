/** Returns the name of a field's input. The key alone could be a name that HTML forms use themselves. */
export const inputName = (key: string): string => `field-${key}`;
