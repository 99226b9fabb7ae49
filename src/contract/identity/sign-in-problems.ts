import type { SignInProblem } from './identity';

/** Why a sign-in at a provider failed, and what the user can do. */
export const signInProblemTexts: Record<SignInProblem, string> = {
  denied: 'You did not allow it, so you were not signed in. You can try again, or use a code.',
  expired: 'That took too long or was begun in another browser. Please try again.',
  unverified:
    'That account has no verified e-mail address, or is closed here. Please use a code instead.',
  away: 'That service does not answer at the moment. Please use a code, or try again later.',
  failed: 'That did not work. Please try again, or use a code.',
};
