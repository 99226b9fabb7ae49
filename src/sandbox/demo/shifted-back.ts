/** Numbers in this range are treated as timestamps in seconds, from 2020 to 2040. No amount in a demo is as large. */
const earliest = 1_577_836_800;
const latest = 2_208_988_800;

/** Returns a copy of a value in which every timestamp is moved back by a number of seconds. */
export function shiftedBack<T>(value: T, seconds: number): T {
  if (typeof value === 'number') {
    const isMoment = Number.isInteger(value) && value > earliest && value < latest;
    return (isMoment ? value - seconds : value) as T;
  }
  if (Array.isArray(value)) return value.map((one) => shiftedBack(one, seconds)) as T;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => [key, shiftedBack(one, seconds)]);
    return Object.fromEntries(entries) as T;
  }
  return value;
}
