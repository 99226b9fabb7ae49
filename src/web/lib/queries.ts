import * as library from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { createQueryClient } from './query-client';

export { keepPreviousData, notifyManager } from '@tanstack/react-query';

/**
 * Returns the router's query client. The hooks in this file are those of the query library, used
 * with this client. Importing them loads the library, so only the client area and the panel do.
 * Public pages read results with `useResult`.
 */
export function useQueryClient(): library.QueryClient {
  return useRouter().options.context.queryClient.attach(createQueryClient);
}

/**
 * Marks queries that the live stream keeps up to date. It does not update results in public pages.
 */
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
