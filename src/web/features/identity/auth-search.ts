import { type SignInProblem, safeNext, signInProblems } from '~/contract/identity/identity';
import { oneOf } from '~/web/lib/search';

export interface AuthSearch {
  next?: string;
  /** Reason why a sign-in with a provider failed. */
  problem?: SignInProblem;
}

/** Returns the path to return to after signing in, if any. */
export function nextOf(search: Record<string, unknown>): AuthSearch {
  const next = safeNext(typeof search.next === 'string' ? search.next : undefined);
  const problem = oneOf(signInProblems, search.problem);
  return { ...(next !== '/' && { next }), ...(problem && { problem }) };
}
