import { and, count, eq, isNull } from 'drizzle-orm';

import { recoveryCodeCount } from '~/contract/identity/second-factors';
import type { Database } from '~/server/platform/db/client';
import { recoveryCodes } from '~/server/platform/db/schema/second-factors';
import { createSigner, randomId } from './tokens';

type Executor = Pick<Database, 'insert' | 'update' | 'select' | 'delete'>;

/** Number of groups, which together have sixty bits and are easy to copy. */
const groups = 3;
const groupLength = 4;

const plain = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Manages recovery codes. Each works for one sign-in of an admin who has lost the other second factors. */
export function createRecoveryCodes(options: { secret: string }) {
  const signer = createSigner(options.secret, 'recovery codes');

  return {
    /** Replaces all codes of the user. @returns the new codes, which cannot be read later */
    async renew(tx: Executor, userId: string): Promise<string[]> {
      const codes = Array.from({ length: recoveryCodeCount }, () =>
        Array.from({ length: groups }, () => randomId(groupLength)).join('-'),
      );
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await tx
        .insert(recoveryCodes)
        .values(codes.map((code) => ({ userId, codeHmac: signer.sign(userId, plain(code)) })));
      return codes;
    },

    /** Consumes a recovery code. @returns whether it was an unused code */
    async use(tx: Executor, userId: string, code: string): Promise<boolean> {
      const used = await tx
        .update(recoveryCodes)
        .set({ usedAt: new Date() })
        .where(
          and(
            eq(recoveryCodes.userId, userId),
            eq(recoveryCodes.codeHmac, signer.sign(userId, plain(code))),
            isNull(recoveryCodes.usedAt),
          ),
        )
        .returning({ id: recoveryCodes.id });
      return used.length > 0;
    },

    async left(tx: Pick<Database, 'select'>, userId: string): Promise<number> {
      const [row] = await tx
        .select({ value: count() })
        .from(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
      return row?.value ?? 0;
    },

    async remove(tx: Executor, userId: string): Promise<void> {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    },
  };
}
