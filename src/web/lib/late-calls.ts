import type { ApiCalls } from './trpc';

let prepare: () => Promise<unknown> = async () => {};

/**
 * Loads the code for API calls in advance, because a form that is being filled in will need the code when it is sent,
 * and the connection may be lost by then. Ignores a failure: the first call retries, and shows the error.
 */
export const prepareCalls = (): void => void prepare().catch(() => undefined);

/**
 * Returns API calls whose code is loaded with the first call. The first page comes with its data, so no further scripts are
 * needed before the visitor navigates or sends a form.
 */
export function lateCalls(load: () => Promise<ApiCalls>): ApiCalls {
  let calls: Promise<ApiCalls> | undefined;
  const ready = () => {
    calls ??= load().catch((error) => {
      // A failed load must not be cached.
      calls = undefined;
      throw error;
    });
    return calls;
  };
  prepare = ready;
  return {
    query: async (...args) => (await ready()).query(...args),
    mutation: async (...args) => (await ready()).mutation(...args),
  };
}
