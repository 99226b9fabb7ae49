/** The name of a field's input: the key alone could be a name that forms have a use for themselves. */
export const inputName = (key: string): string => `field-${key}`;
