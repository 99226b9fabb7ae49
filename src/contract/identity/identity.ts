export const codeLength = 6;
export const codeMinutes = 10;
/** Seconds after which a new code can be requested. */
export const resendSeconds = 60;

/** Purposes of a code. Each code is valid for one purpose only. */
export const codePurposes = [
  'signin',
  'signup',
  'email_change',
  'account_deletion',
  'company_invitation',
] as const;
export type CodePurpose = (typeof codePurposes)[number];
/** Purposes that a signed-in client confirms with a code sent to their own email. */
export type OwnPurpose = Extract<CodePurpose, 'account_deletion' | 'company_invitation'>;
/** Purposes for which a visitor who is not signed in can request a code. */
export const signInPurposes = ['signin', 'signup'] as const satisfies CodePurpose[];
export type SignInPurpose = (typeof signInPurposes)[number];

export const sessionKinds = ['client', 'admin'] as const;
export type SessionKind = (typeof sessionKinds)[number];

export const signInProviders = ['google', 'github', 'oidc'] as const;
export type SignInProvider = (typeof signInProviders)[number];

export interface SendCodeAnswer {
  message: string;
  demo?: true;
  /** The code itself, only in demo mode. */
  demoCode?: string;
  /** True if the email contains a link instead of a code, which happens after many wrong guesses. */
  byLink?: true;
}

/** Reasons why a sign-in with a provider failed. */
export const signInProblems = ['denied', 'expired', 'unverified', 'away', 'failed'] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** Path that redirects to the sign-in page, and from there back to the path in `next`. */
export const loginPath = '/api/login';

/** Returns a path of this site, or '/' for anything else, so that a link cannot redirect to another site. */
export function safeNext(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/';
  try {
    const url = new URL(next, 'http://site.invalid');
    // The URL parser removes dot segments: '/.//elsewhere' becomes '//elsewhere', a URL on another
    // host.
    const isHere = url.origin === 'http://site.invalid' && !url.pathname.startsWith('//');
    return isHere ? url.pathname + url.search + url.hash : '/';
  } catch {
    // `next` is not a valid URL path.
    return '/';
  }
}

/** Returns whether a path belongs to the panel, which has its own login. */
export function isAdminPath(path: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(path);
}

/** Duration of an admin's view as a client, in minutes. */
export const clientViewMinutes = 30;

/** Header that names the client whose view the page was rendered for; sent with every call. */
export const viewedClientHeader = 'x-viewed-client';

/**
 * Days during which a change of email can be undone from the old mailbox. Until then, the client
 * cannot delete or export the account, or join a company.
 */
export const emailReversionDays = 7;
