/** A search parameter's value where it is one of those that are known; undefined otherwise. */
export function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value);
}
