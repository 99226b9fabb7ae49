import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seedPortfolio } from '~/server/seed/portfolio';
import { seedServices } from '~/server/seed/services';
import { flightMark } from './flight-mark';
import type { FlightMarkKind } from './flight-mark-sizes';

const kinds: FlightMarkKind[] = ['emblem', 'cover', 'avatar'];
const seeds = [...seedServices, ...seedPortfolio].map(({ slug }) => slug);
const sizeLimits: Record<FlightMarkKind, number> = { emblem: 500, cover: 1100, avatar: 550 };

const anySeed = fc.string({ unit: 'binary', maxLength: 60 });
const anyKind = fc.constantFrom(...kinds);

describe('flightMark', () => {
  it('draws the same mark for the same seed', () => {
    fc.assert(
      fc.property(anySeed, anyKind, (seed, kind) => {
        expect(flightMark(seed, kind)).toEqual(flightMark(seed, kind));
      }),
    );
  });

  it.each(kinds)('draws a different %s for every seeded slug', (kind) => {
    const bodies = seeds.map((seed) => flightMark(seed, kind).body);
    expect(new Set(bodies).size).toBe(seeds.length);
  });

  it.each(kinds)('draws %ss that rarely repeat', (kind) => {
    const bodies = Array.from(
      { length: 50 },
      (_, index) => flightMark(`piece-${index}`, kind).body,
    );
    expect(new Set(bodies).size).toBeGreaterThan(40);
  });

  it('stays within its byte limit', () => {
    fc.assert(
      fc.property(anySeed, anyKind, (seed, kind) => {
        expect(flightMark(seed, kind).body.length).toBeLessThanOrEqual(sizeLimits[kind]);
      }),
      { numRuns: 1000 },
    );
  });

  it('has no ids, links or colours of its own', () => {
    fc.assert(
      fc.property(anySeed, anyKind, (seed, kind) => {
        const { body } = flightMark(seed, kind);
        expect(body).not.toMatch(/\bid=|href|url\(|#/);
        for (const [, paint] of body.matchAll(/(?:fill|stroke)="([^"]*)"/g)) {
          expect(paint).toMatch(/^(none|var\(--(rust|slate|straw|ink|line|paper)\))$/);
        }
      }),
    );
  });

  it('contains finite integers and no negative length for any seed', () => {
    fc.assert(
      fc.property(anySeed, anyKind, (seed, kind) => {
        const { body } = flightMark(seed, kind);
        expect(body).not.toMatch(/NaN|Infinity|undefined|\d\.|\de/);
        for (const [, r] of body.matchAll(/ r="([^"]*)"/g)) expect(Number(r)).toBeGreaterThan(0);
        for (const [, path = ''] of body.matchAll(/ d="([^"]*)"/g)) {
          expect(path).toMatch(/^[MahvqzH\d -]+$/);
          for (const [, arcs = ''] of path.matchAll(/a([^a-z]+)/gi)) {
            const numbers = (arcs.match(/-?\d+/g) ?? []).map(Number);
            expect(numbers.length % 7).toBe(0);
            const radii = numbers.filter((_, index) => index % 7 < 2);
            expect(Math.min(...radii)).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
