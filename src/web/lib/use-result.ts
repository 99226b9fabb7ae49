import type { DefaultError, QueryKey, UseSuspenseQueryOptions } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';

import { hashKey } from './late-query-client';

/**
 * Returns the result of a query like `useSuspenseQuery(options).data`, without the query client's
 * code. Meant for hydrating public pages, whose loaders ensure that there is a result.
 */
export function useResult<
  Data,
  Failure = DefaultError,
  Shown = Data,
  Key extends QueryKey = QueryKey,
>(options: UseSuspenseQueryOptions<Data, Failure, Shown, Key>): Shown {
  const { queryClient } = useRouter().options.context;
  const hash = hashKey(options.queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are a new object in each render, but equal for one hash
  const watch = useCallback(
    (onChange: () => void) => queryClient.watch(options, onChange),
    [queryClient, hash],
  );
  const read = () => queryClient.getQueryData(options.queryKey) as Shown | undefined;
  const result = useSyncExternalStore(watch, read, read);
  if (result !== undefined) return result;
  const error = queryClient.errorOf(options.queryKey);
  if (error !== undefined) throw error;
  // React waits for this promise. After it is settled, the code above throws the error.
  throw queryClient.ensureQueryData(options).catch(() => undefined);
}
