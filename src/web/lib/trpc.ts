import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils, type TRPCClient, type TRPCLink } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

// The one place where the browser's side learns the server's types; nothing of its code follows.
import type { AppRouter } from '~/server/router';

export type { AppRouter };
export type ApiClient = TRPCClient<AppRouter>;
export type ApiLink = TRPCLink<AppRouter>;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;

export function createApi(queryClient: QueryClient, client: ApiClient) {
  return createTRPCQueryUtils<AppRouter>({ queryClient, client });
}

export type Api = ReturnType<typeof createApi>;
