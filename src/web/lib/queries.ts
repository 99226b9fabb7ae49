import * as library from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { createQueryClient } from './query-client';

export { keepPreviousData, notifyManager } from '@tanstack/react-query';

/**
 * Hooks of the query library for the router's query client. The client area and the panel import them from here, which
 * loads the library. Public pages read results with `useResult`.
 */
export function useQueryClient(): library.QueryClient {
  return useRouter().options.context.queryClient.attach(createQueryClient);
}

/** Marks queries that the stream of changes keeps current, which the results in public pages are not. */
const meta = { isLive: true };

export const useQuery = ((options: library.UseQueryOptions) =>
  library.useQuery({ ...options, meta }, useQueryClient())) as typeof library.useQuery;

export const useSuspenseQuery = ((options: library.UseSuspenseQueryOptions) =>
  library.useSuspenseQuery(
    { ...options, meta },
    useQueryClient(),
  )) as typeof library.useSuspenseQuery;

export const useMutation = ((options: library.UseMutationOptions) =>
  library.useMutation(options, useQueryClient())) as typeof library.useMutation;
