import { type CodePurpose, resendSeconds } from '~/contract/identity/identity';

/** A code that was asked for in this tab. */
export interface SentCode {
  email: string;
  sentAt: number;
  /** In demo mode alone. */
  demoCode?: string;
  /** The mail has a link in place of a code. */
  byLink?: true;
}

const keyOf = (purpose: CodePurpose) => `code:${purpose}`;

/** Kept by the tab: on a phone the page may be gone after a look into the mailbox. */
export function rememberCode(purpose: CodePurpose, sent: SentCode | undefined): void {
  try {
    if (sent) sessionStorage.setItem(keyOf(purpose), JSON.stringify(sent));
    else sessionStorage.removeItem(keyOf(purpose));
  } catch {
    // Storage is blocked: then another code is requested.
  }
}

/** The code sent to an email so recently that no other can be requested. */
export function lastCode(purpose: CodePurpose, email: string): SentCode | undefined {
  try {
    const sent = JSON.parse(sessionStorage.getItem(keyOf(purpose)) ?? 'null') as SentCode | null;
    if (sent?.email === email && Date.now() < readyAtOf(sent)) return sent;
  } catch {
    // The same.
  }
  return undefined;
}

export const readyAtOf = (sent: SentCode): number => sent.sentAt + resendSeconds * 1000;
