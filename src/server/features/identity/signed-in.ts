import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { OpenSession } from './sessions';

/** Where a sign-in comes from. */
export interface From {
  network: string;
  device: string;
  /** The browser's present session, which the new one replaces. */
  token?: string | undefined;
  /** The signed cookie that `sendCode` gave to this browser. */
  codeBrowser?: string | undefined;
}

export interface SignedIn {
  user: CurrentUser;
  session: OpenSession;
}
