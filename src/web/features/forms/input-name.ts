/** Returns the name of a field's input: the key alone could be a name that forms use themselves. */
export const inputName = (key: string): string => `field-${key}`;
