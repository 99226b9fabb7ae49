import { describe, expect, it, vi } from 'vitest';

import { lateCalls } from './late-calls';
import type { ApiCalls } from './trpc';

function startCalls(answer: (path: string) => unknown = (path) => `answer of ${path}`) {
  const query = vi.fn(async (path: string, _input?: unknown) => answer(path));
  const mutation = vi.fn(async (path: string, _input?: unknown) => answer(path));
  return { query, mutation } satisfies ApiCalls;
}

describe('calls whose code is loaded late', () => {
  it('are loaded once, by the first call', async () => {
    const load = vi.fn(async () => startCalls());
    const calls = lateCalls(load);
    expect(load).not.toHaveBeenCalled();
    expect(await Promise.all([calls.query('a'), calls.mutation('b')])).toEqual([
      'answer of a',
      'answer of b',
    ]);
    expect(await calls.query('c')).toBe('answer of c');
    expect(load).toHaveBeenCalledOnce();
  });

  it('are loaded again after a failure', async () => {
    const load = vi.fn(async () => startCalls());
    load.mockRejectedValueOnce(new Error('offline'));
    const calls = lateCalls(load);
    await expect(calls.query('a')).rejects.toThrow('offline');
    expect(await calls.query('a')).toBe('answer of a');
  });
});
