/** Which optional items of a document count. Server and browser share it: it needs no library. */

export interface Choosable {
  optional?: boolean | undefined;
  /** The name of a group of optional items, of which the client picks exactly one. */
  choice?: string | undefined;
  /** Ticked when the client opens the document. */
  preselected?: boolean | undefined;
}

const spelled = (choice: string): string => choice.trim().toLowerCase();

/** The choices by name, each with the indexes of its items. Spaces and case tell no two apart: the first spelling names it. */
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

/** The other items of an item's choice, by their indexes. */
export const alternativesTo = (items: readonly Choosable[], index: number): number[] =>
  [...choicesOf(items).values()]
    .filter((indexes) => indexes.includes(index))
    .flat()
    .filter((other) => other !== index);

/**
 * A selection with exactly one item of each choice: the first one that is given, else the preselected one, else the first. What is not
 * optional is left out.
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

/** What counts until the client has chosen: the preselected items, and one of each choice. */
export const defaultSelection = (items: readonly Choosable[]): number[] =>
  completeSelection(
    items,
    items.flatMap(({ preselected }, index) => (preselected ? [index] : [])),
  );

/** The selection after one more item was ticked or unticked; of a choice, it takes the place of the one before. */
export const selectItem = (
  items: readonly Choosable[],
  before: readonly number[],
  index: number,
  isSelected: boolean,
): number[] =>
  completeSelection(
    items,
    // The new one comes first: of a choice, the first one given counts.
    isSelected ? [index, ...before] : before.filter((one) => one !== index),
  );
