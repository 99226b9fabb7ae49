/**
 * Fields of an item that decide whether it is optional and selected. Server and browser share the code below, which needs
 * no library.
 */

export interface Choosable {
  optional?: boolean | undefined;
  /** Name of a group of optional items, of which the client picks exactly one. */
  choice?: string | undefined;
  /** Preselected when the client opens the document. */
  preselected?: boolean | undefined;
}

const spelled = (choice: string): string => choice.trim().toLowerCase();

/**
 * Returns the choices by name, each with the indexes of its items. Ignores spaces and case: the first spelling names a choice.
 */
export function choicesOf(items: readonly Choosable[]): Map<string, number[]> {
  const choices = new Map<string, { name: string; indexes: number[] }>();
  for (const [index, { optional, choice }] of items.entries()) {
    if (!optional || !choice?.trim()) continue;
    const known = choices.get(spelled(choice));
    if (known) known.indexes.push(index);
    else choices.set(spelled(choice), { name: choice.trim(), indexes: [index] });
  }
  return new Map([...choices.values()].map(({ name, indexes }) => [name, indexes]));
}

/** Returns the indexes of the other items in an item's choice. */
export const alternativesTo = (items: readonly Choosable[], index: number): number[] =>
  [...choicesOf(items).values()]
    .filter((indexes) => indexes.includes(index))
    .flat()
    .filter((other) => other !== index);

/**
 * Returns a selection with exactly one item of each choice: the first given one, otherwise the preselected one, otherwise the
 * first. Leaves out items that are not optional.
 */
export function completeSelection(items: readonly Choosable[], given: readonly number[]): number[] {
  const picked = [...choicesOf(items).values()].map(
    (indexes) =>
      given.find((index) => indexes.includes(index)) ??
      indexes.find((index) => items[index]?.preselected) ??
      indexes[0],
  );
  return items.flatMap(({ optional, choice }, index) =>
    optional && (choice ? picked : given).includes(index) ? [index] : [],
  );
}

/** Returns the selection before the client has chosen: the preselected items, and one of each choice. */
export const defaultSelection = (items: readonly Choosable[]): number[] =>
  completeSelection(
    items,
    items.flatMap(({ preselected }, index) => (preselected ? [index] : [])),
  );

/** Returns the selection after one more item was selected or deselected; within a choice, it replaces the previous one. */
export const selectItem = (
  items: readonly Choosable[],
  before: readonly number[],
  index: number,
  isSelected: boolean,
): number[] =>
  completeSelection(
    items,
    // The new item comes first, because the first one given wins within a choice.
    isSelected ? [index, ...before] : before.filter((one) => one !== index),
  );
