import type { LateQueryClient } from './late-query-client';
import type { Api, ApiClient } from './trpc';

/** Context of every route's loader and component. */
export interface RouterContext {
  queryClient: LateQueryClient;
  api: Api;
  client: ApiClient;
  /** Origin of the site without a trailing slash, for canonical and share URLs. */
  publicUrl: string;
}
