import { codeMinutes, resendSeconds, type SignInPurpose } from '~/contract/identity/identity';

/** A code that was requested in this tab. */
export interface SentCode {
  email: string;
  sentAt: number;
  /** The code itself, only in demo mode. */
  demoCode?: string;
  /** True if the email contains a link instead of a code. */
  byLink?: true;
  /** True if the visitor has gone back from the step that asks for the code. */
  isLeft?: true | undefined;
}

const keyOf = (purpose: SignInPurpose) => `code:${purpose}`;

function stored(purpose: SignInPurpose): SentCode[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(purpose)) ?? '[]');
  } catch {
    // The browser blocks storage, so another code is requested.
    return [];
  }
}

function store(purpose: SignInPurpose, codes: SentCode[]): void {
  try {
    sessionStorage.setItem(keyOf(purpose), JSON.stringify(codes));
  } catch {
    // The browser blocks storage, so another code is requested.
  }
}

/**
 * Stores the newest code of an email. Keeps the codes of other emails. Uses sessionStorage, because
 * a phone may unload the page while the visitor reads the email.
 */
export function rememberCode(purpose: SignInPurpose, sent: SentCode): void {
  const others = stored(purpose).filter(({ email }) => email !== sent.email);
  store(purpose, [...others, sent]);
}

export const forgetCodes = (purpose: SignInPurpose): void => store(purpose, []);

/** Returns the code that this tab was waiting for before a phone unloaded the page. */
export function awaitedCode(purpose: SignInPurpose): SentCode | undefined {
  const sent = stored(purpose).at(-1);
  const isGood = sent && !sent.isLeft && Date.now() < sent.sentAt + codeMinutes * 60_000;
  return isGood ? sent : undefined;
}

/** Records that the visitor has gone back from the step that asks for the code. */
export function leaveCode(purpose: SignInPurpose): void {
  const sent = stored(purpose).at(-1);
  if (sent) rememberCode(purpose, { ...sent, isLeft: true });
}

/** Returns the last code that was sent to an email if it is too early to request another one. */
export function lastCode(purpose: SignInPurpose, email: string): SentCode | undefined {
  const sent = stored(purpose).find((one) => one.email === email);
  return sent && Date.now() < readyAtOf(sent) ? sent : undefined;
}

export const readyAtOf = (sent: SentCode): number => sent.sentAt + resendSeconds * 1000;
