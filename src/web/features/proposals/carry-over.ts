import { type Choosable, completeSelection } from '~/contract/documents/choices';

interface Item extends Choosable {
  description: string;
}

/** The options of one version that are ticked, in another: those that are called the same. New ones begin as they are offered. */
export function carryOver(
  before: readonly Item[],
  picked: readonly number[],
  next: readonly Item[],
): number[] {
  const offered = before.filter(({ optional }) => optional);
  const known = new Set(offered.map(({ description }) => description));
  const names = new Set(picked.map((index) => before[index]?.description));
  const ticked = next.flatMap(({ description, choice, preselected }, index) =>
    // A new item of a choice does not take the place of the one that was picked.
    names.has(description) || (!known.has(description) && preselected && !choice) ? [index] : [],
  );
  return completeSelection(next, ticked);
}
