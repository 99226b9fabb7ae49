import type { QueryClient } from '@tanstack/react-query';

import type { Api, ApiClient } from './trpc';

/** The context of every route's loader and component. */
export interface RouterContext {
  queryClient: QueryClient;
  api: Api;
  client: ApiClient;
  /** Origin of the site without a trailing slash, for canonical and share URLs. */
  publicUrl: string;
}
