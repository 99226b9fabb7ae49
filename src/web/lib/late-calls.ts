import type { ApiCalls } from './trpc';

let prepare: () => Promise<unknown> = async () => {};

/**
 * Loads the code for API calls while a form is being filled in, because the connection may be lost
 * by the time the form is sent. Ignores a failure: the first call retries, and shows the error.
 */
export const prepareCalls = (): void => void prepare().catch(() => undefined);

/**
 * Returns API calls whose code is loaded with the first call. The first page contains its data, so
 * it needs no further scripts until the visitor navigates or sends a form.
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
