import { useRouter } from '@tanstack/react-router';

import type { WaitingCounts } from '~/contract/dashboard/dashboard-schema';
import { useQuery } from '~/web/lib/queries';

export interface Member {
  /** Name of the client's company; empty without one. */
  company: string;
  /** True if the client may create requests. */
  mayRequest: boolean;
  /** True if the client has a request, quote or message. */
  seesRequests: boolean;
}

/**
 * Returns the access of a client. A client without a company has access to everything, as does
 * every client until the rights are loaded.
 */
export function useMember(): Member {
  const { api } = useRouter().options.context;
  // Uses the same query as the navigation of the client area.
  const { data } = useQuery(api.dashboard.waiting.queryOptions());
  return memberOf(data);
}

export const memberOf = (waiting: WaitingCounts | undefined): Member => {
  const { company = '', mayRequest = true, hasAsked = true } = waiting?.member ?? {};
  return { company, mayRequest, seesRequests: mayRequest || hasAsked };
};
