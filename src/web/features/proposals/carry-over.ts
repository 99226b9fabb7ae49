import { type Choosable, completeSelection } from '~/contract/documents/choices';

interface Item extends Choosable {
  description: string;
}

/**
 * Transfers the selected options of one version to another by name. New options get their default.
 */
export function carryOver(
  before: readonly Item[],
  picked: readonly number[],
  next: readonly Item[],
): number[] {
  const offered = before.filter(({ optional }) => optional);
  const known = new Set(offered.map(({ description }) => description));
  const names = new Set(picked.map((index) => before[index]?.description));
  const ticked = next.flatMap(({ description, choice, preselected }, index) =>
    // A new item of a choice does not replace the selected one.
    names.has(description) || (!known.has(description) && preselected && !choice) ? [index] : [],
  );
  return completeSelection(next, ticked);
}
