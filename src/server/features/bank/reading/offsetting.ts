/** Maximum number of combinations that are tried for one entry. */
const setsMax = 20_000;

/** Returns the number of combinations of `size` out of `count` entries. */
function setsOf(count: number, size: number): number {
  let sets = 1;
  for (let at = 1; at <= size; at += 1) sets = (sets * (count - size + at)) / at;
  return sets;
}

/**
 * Returns the positions of credits that other entries of the statement cancel out, and the positions of these other
 * entries. The balances would be the same without them, so they do not prove that the credits are real: a payer could
 * have forged them in a payment reference. Checks runs of adjacent entries of any length. Checks other combinations
 * only while there are few, because among many some add up to zero by chance.
 *
 * @param amounts cents, negative for debits
 */
export function offsetting(amounts: readonly number[]): Set<number> {
  const found = new Set<number>();
  addRuns(amounts, found);
  for (const [at, cents] of amounts.entries()) {
    if (cents <= 0 || found.has(at)) continue;
    const others = amounts.map((_, other) => other).filter((other) => other !== at);
    let sets = 0;
    for (let size = 1; size <= others.length; size += 1) {
      sets += setsOf(others.length, size);
      if (sets > setsMax) break;
      const set = findSet(amounts, { among: others, size, sum: -cents });
      if (!set) continue;
      for (const one of [at, ...set]) found.add(one);
      break;
    }
  }
  return found;
}

/**
 * For each entry, adds the shortest run of adjacent entries that ends with it and adds up to zero.
 */
function addRuns(amounts: readonly number[], found: Set<number>): void {
  const lastAt = new Map([[0, 0]]);
  let sum = 0;
  for (const [at, cents] of amounts.entries()) {
    sum += cents;
    const from = lastAt.get(sum);
    for (let one = from ?? Infinity; one <= at; one += 1) found.add(one);
    lastAt.set(sum, at + 1);
  }
}

/**
 * Returns the positions of `size` entries whose amounts add up to `sum`; undefined if there are
 * none.
 */
function findSet(
  amounts: readonly number[],
  { among, size, sum }: { among: readonly number[]; size: number; sum: number },
  from = 0,
): number[] | undefined {
  if (size === 0) return sum === 0 ? [] : undefined;
  for (let at = from; at <= among.length - size; at += 1) {
    const one = among[at] ?? 0;
    const left = sum - (amounts[one] ?? 0);
    const rest = findSet(amounts, { among, size: size - 1, sum: left }, at + 1);
    if (rest) return [one, ...rest];
  }
  return undefined;
}
