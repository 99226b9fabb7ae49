import type { ApiCalls } from './trpc';

let prepare: () => Promise<unknown> = async () => {};

/**
 * Fetches the code of calls: a form that is being typed will need it, and the line may be gone by then. A failure is of no matter
 * yet: the first call fetches it again, and shows what fails.
 */
export const prepareCalls = (): void => void prepare().catch(() => undefined);

/**
 * Calls whose code is fetched at the first of them: the first page comes with its data, so that
 * scripts that ask for more are not needed before the visitor navigates or sends a form.
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
