export const codeLength = 6;
export const codeMinutes = 10;
/** A new code can be requested after this many seconds. */
export const resendSeconds = 60;

/** What a code can be used for; it is valid for nothing else. */
export const codePurposes = ['signin', 'signup'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export const sessionKinds = ['client', 'admin'] as const;
export type SessionKind = (typeof sessionKinds)[number];

export const signInProviders = ['google', 'github', 'oidc'] as const;
export type SignInProvider = (typeof signInProviders)[number];

export interface SendCodeAnswer {
  message: string;
  demo?: true;
  /** Only in demo mode. */
  demoCode?: string;
}

/** Why a sign-in at a provider failed, and what the user can do. */
export const signInProblems = {
  denied: 'You did not allow it, so you were not signed in. You can try again, or use a code.',
  expired: 'That took too long or was begun in another browser. Please try again.',
  unverified:
    'That account has no verified e-mail address, or is closed here. Please use a code instead.',
  away: 'That service does not answer at the moment. Please use a code, or try again later.',
  failed: 'That did not work. Please try again, or use a code.',
} as const;
export type SignInProblem = keyof typeof signInProblems;

/** Redirects to the sign-in page, and from there back to the path in `next`. */
export const loginPath = '/api/login';

/** A path of this site, or '/' for anything else: a link cannot redirect to another site. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/';
  try {
    const url = new URL(next, 'http://site.invalid');
    // With its dot segments removed, '/.//elsewhere' is a URL of another host.
    const isHere = url.origin === 'http://site.invalid' && !url.pathname.startsWith('//');
    return isHere ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}

/** Whether a path belongs to the panel, which has its own login. */
export function isAdminPath(path: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(path);
}
