import { type SignInProblem, safeNext, signInProblems } from '~/contract/identity/identity';
import { oneOf } from '~/web/lib/search';

export interface AuthSearch {
  next?: string;
  /** Why a sign-in at a provider failed. */
  problem?: SignInProblem;
}

const problems = Object.keys(signInProblems) as SignInProblem[];

/** The path to return to after signing in, if any. */
export function nextOf(search: Record<string, unknown>): AuthSearch {
  const next = safeNext(typeof search.next === 'string' ? search.next : undefined);
  const problem = oneOf(problems, search.problem);
  return { ...(next !== '/' && { next }), ...(problem && { problem }) };
}
