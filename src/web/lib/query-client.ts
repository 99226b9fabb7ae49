import { QueryClient } from '@tanstack/react-query';

/** Results never go stale with time: mutations and the event stream invalidate them. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
      },
      // Offline, a mutation fails at once and says so, instead of waiting for the network.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
