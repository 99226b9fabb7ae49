import { describe, expect, it, vi } from 'vitest';

import { LateQueryClient } from './late-query-client';
import { createQueryClient } from './query-client';

function start() {
  const load = vi.fn(async () => createQueryClient);
  return { load, queryClient: new LateQueryClient(load) };
}

const key = [['services', 'related'], { category: 'website', slug: 'shop' }];
const sameKey = [['services', 'related'], { slug: 'shop', category: 'website' }];

describe('the late query client', () => {
  it('returns the results of the page without being loaded', async () => {
    const { queryClient, load } = start();
    queryClient.setQueryData(key, ['one']);
    expect(queryClient.getQueryData(sameKey)).toEqual(['one']);
    const queryFn = vi.fn(() => ['other']);
    expect(await queryClient.ensureQueryData({ queryKey: sameKey, queryFn })).toEqual(['one']);
    expect(queryFn).not.toHaveBeenCalled();
    expect(load).not.toHaveBeenCalled();
  });

  it('keeps a result that is null', async () => {
    const { queryClient, load } = start();
    queryClient.setQueryData(['viewer'], null);
    expect(await queryClient.ensureQueryData({ queryKey: ['viewer'] })).toBeNull();
    expect(load).not.toHaveBeenCalled();
  });

  it('is loaded once with the first query without a result in the page, and keeps the results', async () => {
    const { queryClient, load } = start();
    queryClient.setQueryData(key, ['one']);
    const ask = (name: string) =>
      queryClient.ensureQueryData({ queryKey: [name], queryFn: () => name });
    expect(await Promise.all([ask('a'), ask('b')])).toEqual(['a', 'b']);
    expect(load).toHaveBeenCalledOnce();
    expect(queryClient.getQueryData(sameKey)).toEqual(['one']);
  });

  it('is loaded again after a failure', async () => {
    const { queryClient, load } = start();
    load.mockRejectedValueOnce(new Error('offline'));
    const ask = () => queryClient.fetchQuery({ queryKey: ['a'], queryFn: () => 'a' });
    await expect(ask()).rejects.toThrow('offline');
    expect(await ask()).toBe('a');
  });

  it('notifies watchers of a change, before and after it is loaded', async () => {
    const { queryClient } = start();
    queryClient.setQueryData(['viewer'], 'ada');
    let answer = 'eve';
    const onChange = vi.fn();
    const options = { queryKey: ['viewer'], queryFn: () => answer };
    const stop = queryClient.watch(options, onChange);
    queryClient.setQueryData(['viewer'], 'bob');
    expect(onChange).toHaveBeenCalledOnce();
    queryClient.setQueryData(['other'], 'bob');
    expect(onChange).toHaveBeenCalledOnce();

    // Queries that are watched are fetched again.
    await queryClient.invalidateQueries({ queryKey: ['viewer'] });
    expect(queryClient.getQueryData(['viewer'])).toBe('eve');
    expect(onChange.mock.calls.length).toBeGreaterThan(1);

    stop();
    onChange.mockClear();
    answer = 'joe';
    await queryClient.invalidateQueries({ queryKey: ['viewer'] });
    expect(queryClient.getQueryData(['viewer'])).toBe('eve');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('returns the error of a query without a result', async () => {
    const { queryClient } = start();
    const error = new Error('the connection was lost');
    const queryFn = () => Promise.reject(error);
    await expect(queryClient.ensureQueryData({ queryKey: ['a'], queryFn })).rejects.toThrow(error);
    expect(queryClient.errorOf(['a'])).toBe(error);
    expect(queryClient.errorOf(['b'])).toBeUndefined();
  });
});
