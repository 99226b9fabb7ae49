import type { SignInProblem } from './identity';

/** Messages about failed sign-ins with a provider: the reason, and what the user can do about it. */
export const signInProblemTexts: Record<SignInProblem, string> = {
  denied:
    'You were not signed in, because you did not give access. Please try again or use a code.',
  expired: 'That took too long or started in another browser. Please try again.',
  unverified:
    'That account has no verified email, or it is disabled here. Please use a code instead.',
  away: 'That service is not responding. Please use a code or try again later.',
  failed: 'Something went wrong. Please try again or use a code.',
};
