/**
 * Fields that determine whether an item is optional and selected. Server and browser share this
 * file, so it imports no library.
 */

export interface Choosable {
  optional?: boolean | undefined;
  /** Name of a group of optional items, of which the client must pick exactly one. */
  choice?: string | undefined;
  /** Preselected when the client opens the document. */
  preselected?: boolean | undefined;
}

const spelled = (choice: string): string => choice.trim().toLowerCase();

/**
 * Returns the choices by name, each with the indexes of its items. Choices whose names differ only
 * in surrounding spaces or case are the same; the first spelling is used.
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
 * Completes a selection so that it contains exactly one item of each choice: the first selected
 * one, or else the preselected one, or else the first one. Removes items that are not optional.
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

/**
 * Returns the selection after an item was selected or deselected. Selecting an item of a choice
 * deselects the other one.
 */
export const selectItem = (
  items: readonly Choosable[],
  before: readonly number[],
  index: number,
  isSelected: boolean,
): number[] =>
  completeSelection(
    items,
    // Puts the new item first, because `completeSelection` keeps the first selected item of each
    // choice.
    isSelected ? [index, ...before] : before.filter((one) => one !== index),
  );
