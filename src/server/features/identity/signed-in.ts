import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { OpenSession } from './sessions';

/** Origin of a sign-in. */
export interface From {
  network: string;
  device: string;
  /** Current session of the browser, which the new one replaces. */
  token?: string | undefined;
  /** Signed cookie that `sendCode` gave to this browser. */
  codeBrowser?: string | undefined;
}

export interface SignedIn {
  user: CurrentUser;
  session: OpenSession;
}
