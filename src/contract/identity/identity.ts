export const codeLength = 6;
export const codeMinutes = 10;
/** A new code can be asked for after this many seconds. */
export const resendSeconds = 60;

/** What a code is for: it is good for nothing else. */
export const codePurposes = ['signin', 'signup'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export const sessionKinds = ['client', 'admin'] as const;
export type SessionKind = (typeof sessionKinds)[number];

export const signInProviders = ['google', 'github', 'oidc'] as const;
export type SignInProvider = (typeof signInProviders)[number];

export interface SendCodeAnswer {
  message: string;
  demo?: true;
  /** In demo mode alone. */
  demoCode?: string;
}

/** Why a sign-in at a provider failed, and what the user can do. */
export const signInProblems = {
  denied: 'You did not allow it, so nobody was signed in. You can try again, or use a code.',
  expired: 'That took too long or was begun in another browser. Please try again.',
  unverified:
    'That account has no verified e-mail address, or is closed here. Please use a code instead.',
  away: 'That service does not answer at the moment. Please use a code, or try again later.',
  failed: 'That did not work. Please try again, or use a code.',
} as const;
export type SignInProblem = keyof typeof signInProblems;

/** Where the browser is sent to sign in, and from there back to where it was going. */
export const loginPath = '/api/login';

/** A path of this site, or '/' for anything else: a link cannot redirect to another site. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/';
  try {
    const url = new URL(next, 'http://site.invalid');
    // Without its dots, '/.//elsewhere' is an address of elsewhere.
    const isHere = url.origin === 'http://site.invalid' && !url.pathname.startsWith('//');
    return isHere ? url.pathname + url.search + url.hash : '/';
  } catch {
    return '/';
  }
}

/** Whether a path is the panel's, which has a login of its own. */
export function isAdminPath(path: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(path);
}
