import { describe, expect, it } from 'vitest';

import { createKeptBytes } from './kept-bytes';

const bytes = (length: number) => Buffer.alloc(length);

describe('what is kept', () => {
  it('is made once for all who ask at the same time, and for those who ask later', async () => {
    const kept = createKeptBytes(100);
    let made = 0;
    const ask = () =>
      kept.through('a', async () => {
        made += 1;
        return bytes(10);
      });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(made).toBe(1);
  });

  it('makes room for what is new, least recently asked for first', async () => {
    const kept = createKeptBytes(25);
    const made: string[] = [];
    const ask = (key: string) =>
      kept.through(key, async () => {
        made.push(key);
        return bytes(10);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is tried again after a failure', async () => {
    const kept = createKeptBytes(100);
    await expect(kept.through('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await kept.through('a', async () => bytes(1))).toHaveLength(1);
  });

  it('is made two at a time, the others waiting their turn', async () => {
    const kept = createKeptBytes(1_000);
    let busy = 0;
    let most = 0;
    const ask = (key: string) =>
      kept.through(key, async () => {
        busy += 1;
        most = Math.max(most, busy);
        await new Promise((resolve) => setTimeout(resolve, 5));
        busy -= 1;
        return bytes(1);
      });
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(ask));
    expect(most).toBe(2);
  });
});
