const inBraces = /\{\{([^{}]*)\}\}/g;

/** Returns the names in double braces, such as `name` for `Hello {{ name }}`, in the order of the text. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(inBraces)].map(([, name = '']) => name.trim());

/** Replaces names in double braces. Names for which `wordOf` returns undefined stay as written. */
export const fillBraces = (text: string, wordOf: (name: string) => string | undefined): string =>
  text.replaceAll(inBraces, (written, name: string) => wordOf(name.trim()) ?? written);
