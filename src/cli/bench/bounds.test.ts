import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

interface Miss {
  bound: string;
  text: string;
  isTimed: boolean;
}

type MeasureAgainst = (
  measure: () => Promise<Miss[]>,
  missesOf: (misses: Miss[]) => Miss[],
) => Promise<{ result: Miss[]; misses: string[] }>;

const { measureAgainst }: { measureAgainst: MeasureAgainst } = await import(
  pathToFileURL('src/cli/bench/bounds.mjs').href
);

const slow = (bound: string): Miss => ({ bound, text: `${bound} is slow`, isTimed: true });
const large = (bound: string): Miss => ({ bound, text: `${bound} is large`, isTimed: false });

async function measure(...rounds: Miss[][]) {
  let count = 0;
  const { misses } = await measureAgainst(
    async () => rounds[count++] ?? [],
    (result) => result,
  );
  return { misses, count };
}

describe('a bound of the benchmark', () => {
  it('is measured once where it is met', async () => {
    expect(await measure([])).toEqual({ misses: [], count: 1 });
  });

  it('counts at once where no time is measured', async () => {
    expect(await measure([large('html')])).toEqual({ misses: ['html is large'], count: 1 });
  });

  it('is measured once more where a time misses it', async () => {
    expect(await measure([slow('lcp')], [])).toEqual({ misses: [], count: 2 });
    expect(await measure([slow('lcp')], [slow('lcp')])).toEqual({
      misses: ['lcp is slow'],
      count: 2,
    });
  });

  it('does not count where a time missed another one before', async () => {
    expect(await measure([slow('lcp')], [slow('tbt')])).toEqual({ misses: [], count: 2 });
  });

  it('of size counts beside a time that is measured once more', async () => {
    expect(await measure([slow('lcp'), large('html')], [large('html')])).toEqual({
      misses: ['html is large'],
      count: 2,
    });
  });
});
