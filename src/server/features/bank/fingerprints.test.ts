import fc from 'fast-check';
import { expect, it } from 'vitest';

import { fingerprintsOf } from './fingerprints';
import type { ReadEntry } from './reading/read-result';

const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];

/** Draws from few distinct values, so that many entries are equal. The bank gives some of them a unique reference. */
const statement = fc
  .array(
    fc.record({
      day: fc.constantFrom(...days),
      cents: fc.constantFrom(1000, 2000),
      isCredit: fc.boolean(),
      name: fc.constantFrom('Ada Byron', 'Peter Vane'),
      hasReference: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows
      .toSorted((one, other) => one.day.localeCompare(other.day))
      .map(
        ({ day, cents, isCredit, name, hasReference }, at): ReadEntry => ({
          ...{ account: 'DE1', place: `entry ${at}`, bookedOn: day, valueOn: day, cents },
          ...{ currency: 'EUR', isCredit, isReturn: false, returnReason: '', name, iban: '' },
          ...{ reference: 'Invoice', endToEndId: '' },
          bankReference: hasReference ? `R-${at}` : '',
        }),
      ),
  );

it('overlapping statements of several days yield each entry once', () => {
  const spans = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(statement, spans, (entries, cuts) => {
      const whole = fingerprintsOf(entries);
      expect(new Set(whole).size).toBe(entries.length);
      const stored = new Set<string>();
      const covered = new Set<string>();
      for (const [one, other] of cuts) {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const part = days.slice(from, to + 1);
        for (const day of part) covered.add(day);
        for (const print of fingerprintsOf(
          entries.filter(({ bookedOn }) => part.includes(bookedOn)),
        )) {
          stored.add(print);
        }
      }
      const expected = whole.filter((_, at) => covered.has(entries[at]?.bookedOn ?? ''));
      expect([...stored].sort()).toEqual(expected.sort());
    }),
  );
});

it('statements that split a day yield each entry once if the bank gives references', () => {
  fc.assert(
    fc.property(statement, fc.nat(30), fc.nat(30), (given, one, other) => {
      const entries = given.map((entry, at) => ({ ...entry, bankReference: `R-${at}` }));
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const stored = new Set([
        ...fingerprintsOf(entries.slice(0, to)),
        ...fingerprintsOf(entries.slice(from)),
      ]);
      expect(stored).toEqual(new Set(fingerprintsOf(entries)));
    }),
  );
});

it('two equal payments of one day, and equal payments of two accounts, are all kept', () => {
  const [entry] =
    fc.sample(
      statement.filter((rows) => rows.length > 0),
      1,
    )[0] ?? [];
  if (!entry) throw new Error('no entry was made');
  const prints = fingerprintsOf([entry, entry, { ...entry, account: 'DE2' }]);
  expect(new Set(prints).size).toBe(3);
});
