import type { QueryKey } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';

import { lateCalls } from './late-calls';
import { LateQueryClient } from './late-query-client';
import { createQueryClient } from './query-client';
import { type ApiCalls, createApi, createApiClient } from './trpc';

function startCalls(answer: (path: string) => unknown = (path) => `answer of ${path}`) {
  const query = vi.fn(async (path: string, _input?: unknown) => answer(path));
  const mutation = vi.fn(async (path: string, _input?: unknown) => answer(path));
  return { query, mutation } satisfies ApiCalls;
}

function startQueryClient() {
  const queryClient = new LateQueryClient(async () => createQueryClient);
  return { queryClient, client: queryClient.attach(createQueryClient) };
}

describe('the query utilities', () => {
  it('call a procedure by its path, with its input', async () => {
    const calls = startCalls();
    const { queryClient } = startQueryClient();
    const api = createApi(queryClient, calls);
    const answer = await queryClient.ensureQueryData(
      api.services.get.queryOptions({ slug: 'seo' }),
    );
    expect(answer).toBe('answer of services.get');
    expect(calls.query).toHaveBeenCalledExactlyOnceWith('services.get', { slug: 'seo' });
  });

  it('key queries by input, and pass query options on', async () => {
    const api = createApi(startQueryClient().queryClient, startCalls());
    const one = api.services.get.queryOptions({ slug: 'one' }, { enabled: false });
    const two = api.services.get.queryOptions({ slug: 'two' });
    expect(one.queryKey).not.toEqual(two.queryKey);
    expect(one.enabled).toBe(false);
  });

  it('set what a query shows', async () => {
    const calls = startCalls();
    const { queryClient } = startQueryClient();
    const api = createApi(queryClient, calls);
    await queryClient.ensureQueryData(api.identity.viewer.queryOptions());
    api.identity.viewer.setData(undefined, null);
    expect(queryClient.getQueryData(api.identity.viewer.queryOptions().queryKey)).toBeNull();
  });

  it.each<[string, (api: ReturnType<typeof createApi>) => Promise<void>, boolean[]]>([
    ['everything', (api) => api.invalidate(), [true, true, true]],
    ['a router', (api) => api.services.invalidate(), [true, true, false]],
    ['a procedure', (api) => api.services.get.invalidate(), [true, true, false]],
    ['one input', (api) => api.services.get.invalidate({ slug: 'one' }), [true, false, false]],
  ])('invalidate %s', async (_, invalidate, expected) => {
    const { queryClient, client } = startQueryClient();
    const api = createApi(queryClient, startCalls());
    const keys: QueryKey[] = [
      api.services.get.queryOptions({ slug: 'one' }).queryKey,
      api.services.get.queryOptions({ slug: 'two' }).queryKey,
      api.plans.list.queryOptions().queryKey,
    ];
    for (const key of keys) queryClient.setQueryData(key, 'shown');
    await invalidate(api);
    const states = keys.map((key) => client.getQueryState(key));
    expect(states.map((state) => state?.isInvalidated)).toEqual(expected);
  });

  it('give the options of a mutation, which calls the procedure with its input', async () => {
    const calls = startCalls();
    const { queryClient, client } = startQueryClient();
    const onSuccess = vi.fn();
    const options = createApi(queryClient, calls).requests.cancel.mutationOptions({ onSuccess });
    expect(options.mutationKey).toEqual([['requests', 'cancel']]);
    const mutation = client.getMutationCache().build(client, options);
    expect(await mutation.execute({ id: 7 })).toBe('answer of requests.cancel');
    expect(calls.mutation).toHaveBeenCalledExactlyOnceWith('requests.cancel', { id: 7 });
    expect(onSuccess).toHaveBeenCalledOnce();
  });

  it('refuse the methods that they do not have', () => {
    const api = createApi(startQueryClient().queryClient, startCalls());
    const other = api as unknown as { plans: { list: { prefetch(): void } } };
    expect(() => other.plans.list.prefetch()).toThrow('plans.list.prefetch is not supported');
  });
});

describe('the client', () => {
  it('queries and mutates by path', async () => {
    const calls = startCalls();
    const client = createApiClient(calls);
    expect(await client.services.get.query({ slug: 'seo' })).toBe('answer of services.get');
    expect(await client.identity.changeProfile.mutate({ firstName: 'Ada', lastName: 'King' })).toBe(
      'answer of identity.changeProfile',
    );
    expect(calls.mutation).toHaveBeenCalledExactlyOnceWith('identity.changeProfile', {
      firstName: 'Ada',
      lastName: 'King',
    });
  });
});

describe('calls whose code is loaded late', () => {
  it('are fetched once, by the first of them', async () => {
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

  it('are fetched again after that has failed', async () => {
    const load = vi.fn(async () => startCalls());
    load.mockRejectedValueOnce(new Error('offline'));
    const calls = lateCalls(load);
    await expect(calls.query('a')).rejects.toThrow('offline');
    expect(await calls.query('a')).toBe('answer of a');
  });
});
