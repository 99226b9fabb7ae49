import type { DefaultError, UseMutationOptions } from '@tanstack/react-query';
import type { TRPCClient, TRPCLink, TRPCUntypedClient } from '@trpc/client';
import type { createTRPCQueryUtils } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

// The only import of the server's types in browser code. It imports no code.
import type { AppRouter } from '~/server/router';
import type { LateQueryClient } from './late-query-client';

export type { AppRouter };
export type ApiClient = TRPCClient<AppRouter>;
export type ApiLink = TRPCLink<AppRouter>;
export type ApiInputs = inferRouterInputs<AppRouter>;
export type ApiOutputs = inferRouterOutputs<AppRouter>;

/** Functions that call a procedure by its path, such as 'services.cards'. */
export type ApiCalls = Pick<TRPCUntypedClient<AppRouter>, 'query' | 'mutation'>;

type QueryUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
type Call = (...args: never) => unknown;
type Only<Names, Of> = {
  [Key in keyof Of as Of[Key] extends Call ? Key & Names : Key]: Of[Key] extends Call
    ? Of[Key]
    : Only<Names, Of[Key]>;
};

/** A mutation procedure, for `useMutation`. */
export interface MutationProcedure<Input, Output = unknown> {
  mutationOptions(): {
    mutationKey: [path: string[]];
    mutationFn(input: Input): Promise<Output>;
  };
}
interface MutationOptionsOf<Input, Output> extends MutationProcedure<Input, Output> {
  mutationOptions(): ReturnType<MutationProcedure<Input, Output>['mutationOptions']>;
  mutationOptions(
    options: Omit<UseMutationOptions<Output, DefaultError, Input>, 'mutationKey' | 'mutationFn'>,
  ): UseMutationOptions<Output, DefaultError, Input>;
}
type Mutations<Of> = {
  [Key in keyof Of]: Of[Key] extends { mutate(input: infer Input): Promise<infer Output> }
    ? MutationOptionsOf<Input, Output>
    : Of[Key] extends { query: Call }
      ? unknown
      : Mutations<Of[Key]>;
};

/**
 * The parts of tRPC's query utilities that screens use, and `mutationOptions` as in tRPC's TanStack
 * integration.
 */
export type Api = Only<'queryOptions' | 'invalidate' | 'setData', QueryUtils> &
  Mutations<ApiClient>;

/**
 * Returns a proxy that collects property names and passes them to `answer` when it is called. It
 * replaces tRPC's own proxy, which would also add the server's error codes and formats to the
 * bundle.
 */
function byNames<Shape>(
  answer: (names: string[], args: unknown[]) => unknown,
  names: string[] = [],
): Shape {
  return new Proxy(() => {}, {
    // Returns undefined for `then`, because promises read it from any value, and for symbols,
    // because the console reads them.
    get: (_, name) =>
      typeof name === 'string' && name !== 'then' ? byNames(answer, [...names, name]) : undefined,
    apply: (_, __, args: unknown[]) => answer(names, args),
  }) as Shape;
}

/**
 * Replaces tRPC's `createTRPCQueryUtils`, with only the methods that screens use, and adds
 * `mutationOptions`. A bundler cannot tree-shake the library's functions, so they would add its
 * whole client to the scripts of every page.
 */
export function createApi(queryClient: LateQueryClient, calls: ApiCalls): Api {
  return byNames<Api>((names, [input, ...rest]) => {
    const path = names.slice(0, -1);
    const method = names.at(-1);
    const queryKey = input === undefined ? [path] : [path, input];
    if (method === 'queryOptions') {
      const queryFn = () => calls.query(path.join('.'), input);
      return { ...(rest[0] as object | undefined), queryKey, queryFn };
    }
    if (method === 'mutationOptions') {
      const mutationFn = (variables: unknown) => calls.mutation(path.join('.'), variables);
      return { ...(input as object | undefined), mutationKey: [path], mutationFn };
    }
    if (method === 'invalidate') return queryClient.invalidateQueries({ queryKey });
    if (method === 'setData') return queryClient.setQueryData(queryKey, rest[0]);
    throw new Error(`${names.join('.')} is not supported`);
  });
}

/** Replaces tRPC's `createTRPCClient`, with calls whose code may be loaded late. */
export function createApiClient(calls: ApiCalls): ApiClient {
  return byNames<ApiClient>((names, [input]) => {
    const path = names.slice(0, -1).join('.');
    const method = names.at(-1);
    if (method === 'query') return calls.query(path, input);
    if (method === 'mutate') return calls.mutation(path, input);
    throw new Error(`${names.join('.')} is not supported`);
  });
}
