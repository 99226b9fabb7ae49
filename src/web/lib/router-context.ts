import type { QueryClient } from '@tanstack/react-query';

import type { Api, ApiClient } from './trpc';

/** What every route's loader and component can use. */
export interface RouterContext {
  queryClient: QueryClient;
  api: Api;
  client: ApiClient;
  /** Where the site is reached, without a slash at its end: for canonical and share URLs. */
  publicUrl: string;
}
