import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { OpenSession } from './sessions';

/** Origin of a sign-in. */
export interface From {
  network: string;
  device: string;
  /** Token of the browser's current session, which the new one replaces. */
  token?: string | undefined;
  /** Signed cookie that `sendCode` set in this browser. */
  codeBrowser?: string | undefined;
}

export interface SignedIn {
  user: CurrentUser;
  session: OpenSession;
}
