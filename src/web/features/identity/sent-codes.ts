import { codeMinutes, resendSeconds, type SignInPurpose } from '~/contract/identity/identity';

/** A code that was requested in this tab. */
export interface SentCode {
  email: string;
  sentAt: number;
  /** The code itself, only in demo mode. */
  demoCode?: string;
  /** True if the email contains a link instead of a code. */
  byLink?: true;
  /** True if the visitor has gone back from the code step. */
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
 * Stores the code of an email as the newest one, beside the codes of other emails. Uses the tab's storage, because a phone
 * may unload the page while the mailbox is open.
 */
export function rememberCode(purpose: SignInPurpose, sent: SentCode): void {
  const others = stored(purpose).filter(({ email }) => email !== sent.email);
  store(purpose, [...others, sent]);
}

export const forgetCodes = (purpose: SignInPurpose): void => store(purpose, []);

/** Returns the code that this tab waits for, because a phone may have unloaded the page while the email was read. */
export function awaitedCode(purpose: SignInPurpose): SentCode | undefined {
  const sent = stored(purpose).at(-1);
  const isGood = sent && !sent.isLeft && Date.now() < sent.sentAt + codeMinutes * 60_000;
  return isGood ? sent : undefined;
}

/** Records that the visitor has gone back from the code step. */
export function leaveCode(purpose: SignInPurpose): void {
  const sent = stored(purpose).at(-1);
  if (sent) rememberCode(purpose, { ...sent, isLeft: true });
}

/** Returns a code that was sent to an email so recently that no other can be requested. */
export function lastCode(purpose: SignInPurpose, email: string): SentCode | undefined {
  const sent = stored(purpose).find((one) => one.email === email);
  return sent && Date.now() < readyAtOf(sent) ? sent : undefined;
}

export const readyAtOf = (sent: SentCode): number => sent.sentAt + resendSeconds * 1000;
