import { eq, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { homeTaxOf } from '~/contract/documents/home-taxes';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { settingChangeSchema } from '~/contract/settings/settings-form-schema';
import type { FirstStartFields } from '~/contract/setup/first-start-schema';
import type { Admins } from '~/server/features/identity/admins';
import { randomId, sha256 } from '~/server/features/identity/tokens';
import type { UserRow } from '~/server/features/identity/users';
import { readerOf } from '~/server/features/settings/read-setting';
import { changeSetting } from '~/server/features/settings/settings.panel';
import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';
import { isDuplicate } from '~/server/platform/db/unique';

const tokenLength = 40;
export const setupLinkHours = 48;

type Executor = Pick<Database, 'select' | 'insert' | 'delete' | 'execute'>;

const gone = () =>
  new AppError('NOT_FOUND', 'This link was used, has expired, or is not complete.');

/**
 * Creates the first owner and the agency's settings through a setup link. The server prints this link at startup while
 * there is no admin.
 */
export function createFirstStart(db: Database, options: { admins: Admins; publicUrl: string }) {
  const { admins, publicUrl } = options;

  async function isValid(tx: Pick<Database, 'select'>, token: string): Promise<boolean> {
    const rows = await tx.select().from(settings).where(eq(settings.key, 'setupLinks'));
    const tokenHash = sha256(token);
    return readerOf(rows)('setupLinks').some(
      (link) => link.tokenHash === tokenHash && Date.parse(link.expiresAt) > Date.now(),
    );
  }

  return {
    /**
     * Issues a setup link. Unexpired links of other instances stay valid.
     *
     * @returns undefined if there is an admin
     */
    async issueLink(): Promise<string | undefined> {
      const token = randomId(tokenLength);
      const expiresAt = new Date(Date.now() + setupLinkHours * 60 * 60_000).toISOString();
      const value = [{ tokenHash: sha256(token), expiresAt }];
      return db.transaction(async (tx) => {
        if (!(await admins.isWithout(tx))) return undefined;
        await tx
          .insert(settings)
          .values({ key: 'setupLinks', value })
          .onConflictDoUpdate({
            target: settings.key,
            set: {
              value: sql`coalesce((select jsonb_agg(link) from jsonb_array_elements(${settings.value}) link
                where (link ->> 'expiresAt')::timestamptz > now()), '[]') || excluded.value`,
              updatedAt: new Date(),
            },
          });
        return `${publicUrl}/setup?token=${token}`;
      });
    },

    /** Returns whether a setup link is valid. All links expire once the first admin exists. */
    isOpen: (token: string): Promise<boolean> => isValid(db, token),

    /** Creates the owner and names the agency, or does neither. @returns the owner, who can sign in immediately */
    async complete(token: string, fields: FirstStartFields): Promise<UserRow> {
      // Checks the link first, because hashing the password takes time.
      if (!(await isValid(db, token))) throw gone();
      const { username, password, email, ownerName } = fields;
      try {
        return await db.transaction(async (tx) => {
          const isOpen = (await admins.isWithout(tx)) && (await isValid(tx, token));
          const owner =
            isOpen &&
            (await admins.addFirst(tx, {
              username,
              password,
              email,
              name: ownerName || username,
              role: 'owner',
            }));
          if (!owner) throw gone();
          await nameAgency(tx, owner, fields);
          return owner;
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const message = 'This address belongs to a client. Please take another one.';
        throw new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
      }
    },
  };
}

async function nameAgency(
  tx: Executor,
  owner: Pick<CurrentUser, 'id' | 'firstName' | 'lastName'>,
  fields: FirstStartFields,
): Promise<void> {
  const read = readerOf(await tx.select().from(settings));
  const { name, tagline, contactEmail: email, phone, country, currency, timeZone } = fields;
  const homeTax = homeTaxOf(country);
  for (const change of [
    { key: 'brand', value: { ...read('brand'), name, tagline, legalName: name } },
    { key: 'contact', value: { ...read('contact'), email, phone } },
    { key: 'currency', value: currency },
    { key: 'seller', value: { ...read('seller'), country } },
    ...(homeTax ? [{ key: 'tax', value: { ...read('tax'), ...homeTax } }] : []),
    { key: 'responseTimes', value: { ...read('responseTimes'), timeZone } },
  ]) {
    await changeSetting(tx, owner, settingChangeSchema.parse(change));
  }
}

export type FirstStart = ReturnType<typeof createFirstStart>;
