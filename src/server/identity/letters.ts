import type { CodePurpose } from '~/contract/identity';
import type { Database } from '../db/client';

type Executor = Pick<Database, 'insert' | 'select' | 'execute'>;

/** The mails that identity writes, each within the transaction of what it tells of. */
export interface Letters {
  sendCode(tx: Executor, email: string, purpose: CodePurpose, code: string): Promise<void>;
  sayNoAccount(tx: Executor, email: string): Promise<void>;
  welcome(tx: Executor, person: { email: string; firstName: string }): Promise<void>;
  /** After the commit: what was written leaves at once. */
  leaveSoon(): void;
}

export function createLetters(): Letters {
  return {
    sendCode: async () => {},
    sayNoAccount: async () => {},
    welcome: async () => {},
    leaveSoon: () => {},
  };
}
