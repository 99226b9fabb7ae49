import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before the tests of a file, and closes it after them.
 *
 * @returns an object that forwards to the started one
 */
export function forTests<T extends object>(
  start: () => Promise<T & { close(): Promise<void> }>,
): T {
  let running: (T & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running?.close());
  const started = (): T => {
    if (!running) throw new Error('it starts only before the first test of its file');
    return running;
  };
  return new Proxy({} as T, {
    get: (_, key) => Reflect.get(started(), key),
    set: (_, key, value) => Reflect.set(started(), key, value),
  });
}
