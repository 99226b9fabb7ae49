import { readFileSync } from 'node:fs';

export const bounds = JSON.parse(readFileSync(new URL('bounds.json', import.meta.url), 'utf8'));

/**
 * Measures, and repeats the measurement if a timed bound is missed. A machine that is busy for a
 * moment misses a bound once, but a slow product misses it twice.
 *
 * @param measure returns the figures
 * @param missesOf returns `{ bound, text, isTimed }` for each bound that the figures miss; `bound`
 * is its name
 * @returns the last figures, with a line for each bound that was missed every time
 */
export async function measureAgainst(measure, missesOf) {
  const first = await measure();
  const missed = missesOf(first);
  if (!missed.some(({ isTimed }) => isTimed)) return { result: first, misses: textsOf(missed) };
  const second = await measure();
  const before = new Set(missed.map(({ bound }) => bound));
  const again = missesOf(second).filter(({ bound, isTimed }) => !isTimed || before.has(bound));
  return { result: second, misses: textsOf(again) };
}

const textsOf = (misses) => misses.map(({ text }) => text);
