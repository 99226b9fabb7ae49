import { describe, expect, it } from 'vitest';

import { createImageCache } from './image-cache';
import { inImageQueue } from './image-queue';

const bytes = (length: number) => Buffer.alloc(length);

describe('createImageCache', () => {
  it('renders an image once for concurrent and later requests', async () => {
    const cache = createImageCache(100);
    let made = 0;
    const ask = () =>
      cache.through('a', async () => {
        made += 1;
        return bytes(10);
      });
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(made).toBe(1);
  });

  it('evicts the least recently used image when it is full', async () => {
    const cache = createImageCache(25);
    const made: string[] = [];
    const ask = (key: string) =>
      cache.through(key, async () => {
        made.push(key);
        return bytes(10);
      });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('retries after a failure', async () => {
    const cache = createImageCache(100);
    await expect(cache.through('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await cache.through('a', async () => bytes(1))).toHaveLength(1);
  });

  it('renders one image at a time', async () => {
    const cache = createImageCache(1_000);
    let busy = 0;
    let most = 0;
    const ask = (key: string) =>
      cache.through(key, () =>
        inImageQueue('delivery', async () => {
          busy += 1;
          most = Math.max(most, busy);
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy -= 1;
          return bytes(1);
        }),
      );
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(ask));
    expect(most).toBe(1);
  });

  it('rejects requests for images when too many wait, and still accepts uploads', async () => {
    const cache = createImageCache(1_000);
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = Array.from({ length: 60 }, (_, n) =>
      cache
        .through(`waiting ${n}`, () =>
          inImageQueue('delivery', async () => {
            await blocked;
            return bytes(1);
          }),
        )
        .catch((error: unknown) => error),
    );
    const upload = inImageQueue('upload', async () => 'taken');
    setTimeout(release, 20);
    expect(await upload).toBe('taken');
    const refused = (await Promise.all(asked)).filter((one) => !Buffer.isBuffer(one));
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
