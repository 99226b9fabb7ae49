import { type SignInProblem, safeNext, signInProblems } from '~/contract/identity/identity';
import { oneOf } from '~/web/lib/search';

export interface AuthSearch {
  next?: string;
  /** Reason why a sign-in with a provider failed. */
  problem?: SignInProblem;
}

/**
 * Reads the search parameters of a sign-in page: the path to return to, and the reason why a
 * sign-in with a provider failed.
 */
export function nextOf(search: Record<string, unknown>): AuthSearch {
  const next = safeNext(typeof search.next === 'string' ? search.next : undefined);
  const problem = oneOf(signInProblems, search.problem);
  return { ...(next !== '/' && { next }), ...(problem && { problem }) };
}
