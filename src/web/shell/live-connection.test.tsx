import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { stubLive } from '~/testing/thread-samples';
import { outcome } from '~/web/ui/outcome';
import { createLiveConnection } from './live-connection';

let stop = () => {};
let live: ReturnType<typeof stubLive>;
let client: QueryClient;
const read = vi.fn(async (_: number) => ({}));
const onEnded = vi.fn();

/** Shows a record, and waits until it was read. */
async function show(id: number, isLive = true) {
  const observer = new QueryObserver(client, {
    queryKey: [['requestThreads', 'page'], { id }],
    queryFn: () => read(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { isLive },
  });
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10);
}
const reads = async (ms = 200) => {
  await vi.advanceTimersByTimeAsync(ms);
  const ids = read.mock.calls.map(([id]) => id);
  read.mockClear();
  return ids;
};

beforeEach(async () => {
  vi.useFakeTimers();
  live = stubLive();
  client = new QueryClient();
  await show(7);
  await show(8);
  await show(9, false);
  await reads();
  const connection = createLiveConnection(client, { isPanel: false, onEnded });
  stop = connection.start();
});
afterEach(() => {
  stop();
  client.clear();
  vi.restoreAllMocks();
});

it('queries that ran before the stream started are refetched once', async () => {
  live.connect();
  expect(await reads()).toEqual([7, 8]);
  live.connect();
  expect(await reads()).toEqual([]);
});

it('only queries that a change affects are refetched, and concurrent changes are combined', async () => {
  for (let times = 0; times < 9; times += 1) live.tell({ topic: 'requestThreads', id: 7 });
  expect(await reads()).toEqual([7]);
  live.tell({ topic: 'requests', id: 7 });
  expect(await reads()).toEqual([7, 8]);
});

it('everything is refetched after a lost connection', async () => {
  live.connect();
  await reads();
  live.lose();
  expect(await reads(60_000)).toEqual([]);
  live.connect();
  expect(await reads()).toEqual([7, 8]);
});

it('the connection is retried until a starting server answers', async () => {
  read.mockRejectedValueOnce(new Error('the server is not there'));
  live.tell({ topic: 'requestThreads', id: 7 });
  expect(await reads(5_000)).toEqual([7, 7]);
});

it('the stream of a screen that is hidden for a minute is closed, and everything is refetched once it is visible', async () => {
  live.connect();
  await reads();
  const see = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  see('hidden');
  await vi.advanceTimersByTimeAsync(61_000);
  expect(live.open()).toBe(0);
  see('visible');
  live.connect();
  expect(await reads()).toEqual([7, 8]);
});

it('the stream of another thread is opened before the previous one is closed', async () => {
  stop();
  const connection = createLiveConnection(client, { isPanel: false, onEnded });
  stop = connection.start();
  live.connect();
  await reads();
  const leave = connection.present(7);
  await reads();
  leave();
  connection.present(8);
  await reads();
  expect(live.open()).toBe(3);
  live.connect();
  expect(live.open()).toBe(1);
  expect(decodeURIComponent(live.streams().at(-1) ?? '')).toContain('{"openRequestId":8}');
  expect(await reads()).toEqual([]);
});

it('the browser waits longer each time a server refuses the stream', async () => {
  live.refuse();
  expect(onEnded).toHaveBeenCalledOnce();
  const before = live.streams().length;
  for (const seconds of [1, 2, 5, 10, 10]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    live.refuse();
  }
  expect(live.streams()).toHaveLength(before + 5);
});

it.each([
  ['succeeds', async () => 1],
  ['fails', () => Promise.reject(new Error('Failed to fetch'))],
])('everything is refetched before a mutation that %s completes', async (_, mutationFn) => {
  live.connect();
  await reads();
  const mutation = client.getMutationCache().build(client, {
    mutationFn,
    ...outcome<number, void>({ failed: () => {} }),
  });
  const done = mutation.execute().catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  await done;
  expect(await reads()).toEqual([7, 8]);
});
