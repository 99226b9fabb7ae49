import { QueryClient, QueryObserver } from '@tanstack/react-query';

import type { LoadedQueryClient } from './late-query-client';

/**
 * Creates the query client. Results do not become stale over time. Instead, mutations and the live
 * stream invalidate them.
 */
export function createQueryClient(): LoadedQueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
      },
      // Offline, a mutation fails immediately with a message, instead of waiting for the network.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return {
    client,
    watch: (options, onChange) => new QueryObserver(client, options).subscribe(onChange),
  };
}
