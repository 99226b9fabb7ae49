/** Returns the fields that differ, with their values in the second object. */
export const changesBetween = <Fields extends object>(
  before: object,
  after: Fields,
): Partial<Fields> => {
  const known = new Map<string, unknown>(Object.entries(before));
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(known.get(name));
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<Fields>;
};
