export const codeLength = 6;
export const codeMinutes = 10;
/** A new code can be requested after this many seconds. */
export const resendSeconds = 60;

/** What a code can be used for; it is valid for nothing else. */
export const codePurposes = [
  'signin',
  'signup',
  'email_change',
  'account_deletion',
  'company_invitation',
] as const;
export type CodePurpose = (typeof codePurposes)[number];
/** Those that a signed-in client confirms with a code to their own email. */
export type OwnPurpose = Extract<CodePurpose, 'account_deletion' | 'company_invitation'>;
/** Those that anybody may ask for. */
export const signInPurposes = ['signin', 'signup'] as const satisfies CodePurpose[];
export type SignInPurpose = (typeof signInPurposes)[number];

export const sessionKinds = ['client', 'admin'] as const;
export type SessionKind = (typeof sessionKinds)[number];

export const signInProviders = ['google', 'github', 'oidc'] as const;
export type SignInProvider = (typeof signInProviders)[number];

export interface SendCodeAnswer {
  message: string;
  demo?: true;
  /** Only in demo mode. */
  demoCode?: string;
  /** The mail has a link in place of a code, after many wrong guesses. */
  byLink?: true;
}

/** Why a sign-in at a provider failed. */
export const signInProblems = ['denied', 'expired', 'unverified', 'away', 'failed'] as const;
export type SignInProblem = (typeof signInProblems)[number];

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
    // No URL.
    return '/';
  }
}

/** Whether a path belongs to the panel, which has its own login. */
export function isAdminPath(path: string): boolean {
  return /^\/admin(?:[/?#]|$)/.test(path);
}

/** How long an admin can see the site as a client before starting again. */
export const viewMinutes = 30;

/** Names in each call the client for whose view its page was rendered. */
export const viewedClientHeader = 'x-viewed-client';

/** Days in which the old mailbox can undo a change of email, and in which the client can neither delete nor export the account, nor join a company. */
export const emailReversionDays = 7;
