import fc from 'fast-check';
import { expect } from 'vitest';

import { leakIn } from './app';

interface ErrorBody {
  message?: string;
  error?: { message: string };
}

/** Expects any response that is not a server error. */
export async function expectNoFault(response: Response) {
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  expectNoFaultIn(response.status, await response.text(), isPage);
}

export function expectNoFaultIn(status: number, text: string, isPage = false) {
  if (status < 400) return;
  expect(status, text).toBeLessThan(500);
  if (isPage) return;
  expect(leakIn(text)).toBeUndefined();
  const bodies = [JSON.parse(text)].flat() as ErrorBody[];
  for (const { message, error } of bodies)
    expect(message ?? error?.message ?? 'a result').toMatch(/\S/);
}

/** Equals the unit 'binary', which builds a table of all of Unicode before its first text and takes a second per run. */
const codePoint = fc
  .nat(0x10f7ff)
  .map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800));

/** Typical texts, and hostile ones. */
export const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '\udc00x',
    '%00',
    '__proto__',
    'constructor',
    "'; --",
    '\u2028',
    '1e400',
  ),
  fc.nat().map(String),
  fc.bigInt().map(String),
);

export const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.integer());

/** Factor for the number of random inputs, which differ in each run. `ANY_INPUT_TIMES=10` uses ten times as many. */
export const times = Number(process.env.ANY_INPUT_TIMES ?? 1);

export const run = (property: fc.IAsyncProperty<unknown>, numRuns: number) =>
  fc.assert(property as fc.IAsyncProperty<[unknown]>, { numRuns: numRuns * times });
