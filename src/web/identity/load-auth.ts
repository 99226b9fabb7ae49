import { redirect } from '@tanstack/react-router';

import { type SignInProblem, safeNext, signInProblems } from '~/contract/identity';
import { oneOf } from '~/web/lib/search';
import type { RouterContext } from '~/web/router';

export interface AuthSearch {
  next?: string;
  /** Why somebody came back from a provider without being signed in. */
  problem?: SignInProblem;
}

const problems = Object.keys(signInProblems) as SignInProblem[];

/** Where one was going; left out where that is nowhere in particular. */
export function nextOf(search: Record<string, unknown>): AuthSearch {
  const next = safeNext(typeof search.next === 'string' ? search.next : undefined);
  const problem = oneOf(problems, search.problem);
  return { ...(next !== '/' && { next }), ...(problem && { problem }) };
}

/** For the pages of signing in and up, which are not there for whoever is signed in. */
export async function loadAuth({ api, queryClient }: RouterContext) {
  const [settings, viewer] = await Promise.all([
    queryClient.ensureQueryData(api.settings.public.queryOptions()),
    queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
    queryClient.ensureQueryData(api.identity.providers.queryOptions()),
  ]);
  if (viewer) throw redirect({ href: '/dashboard' });
  return { siteName: settings.brand.name };
}
