import { eq } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { SendCodeAnswer } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type {
  ClientData,
  DataExport,
  Deletion,
  PersonalData,
} from '~/contract/personal-data/personal-data-schema';
import type { DocumentLinks } from '~/server/features/documents/links';
import type { Files } from '~/server/features/files/files.service';
import { rejectAfterEmailChange } from '~/server/features/identity/email-reversions';
import type { Identity } from '~/server/features/identity/identity.service';
import type { From } from '~/server/features/identity/signed-in';
import type { UserRow } from '~/server/features/identity/users';
import type { Actor } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { Media } from '~/server/platform/media/media';
import { clientNotFound } from './clients';
import { createDeletions, toDeletion } from './deletions';
import { createDataExports } from './exports';

type Admin = Exclude<Actor, 'system'>;

const purpose = 'account_deletion';

function rejectAdmins({ isAdmin }: CurrentUser): void {
  if (!isAdmin) return;
  throw new AppError('FORBIDDEN', 'This is for clients; owners look after the accounts of admins.');
}

/** Exports and deletes a client's data, at the request of the client or the agency. */
export function createPersonalData(
  db: Database,
  options: {
    identity: Pick<Identity, 'sendOwnCode' | 'redeemOwnCode'>;
    files: Pick<Files, 'open'>;
    media: Pick<Media, 'read'>;
    mailer: Mailer;
    links: Pick<DocumentLinks, 'mailed'>;
    endBilling(clientId: string): Promise<void>;
    getTimeZone(): Promise<string>;
    onFailure(about: string, error: unknown): void;
  },
) {
  const { identity, mailer, onFailure } = options;
  const exports = createDataExports(db, {
    files: options.files,
    media: options.media,
    mailer,
    onFailure: (error) => onFailure('export', error),
  });
  const deletions = createDeletions(db, options);

  async function rowOf(id: string): Promise<UserRow> {
    const [row] = await db.select().from(users).where(eq(users.id, id));
    if (!row || row.isAdmin) throw clientNotFound();
    return row;
  }

  async function rejectAfterChange(user: CurrentUser): Promise<void> {
    rejectAdmins(user);
    await rejectAfterEmailChange(db, user.id, await options.getTimeZone());
  }

  async function stateOf(row: UserRow): Promise<PersonalData> {
    const [newest, companies] = await Promise.all([
      exports.newest(row.id),
      deletions.companiesOf(row.id),
    ]);
    return { deletion: toDeletion(row), export: newest, companies };
  }

  return {
    /** Functions for clients, about their own data. */
    own: {
      get: async (user: CurrentUser): Promise<PersonalData> => {
        rejectAdmins(user);
        return stateOf(await rowOf(user.id));
      },
      export: async (user: CurrentUser): Promise<DataExport> => {
        await rejectAfterChange(user);
        return exports.request({ client: user });
      },
      open: async (user: CurrentUser, id: number) => {
        await rejectAfterChange(user);
        return exports.open(user.id, id);
      },
      /** Sends a code. @returns the response, and the cookie of the code */
      sendCode: async (
        user: CurrentUser,
        from: From,
      ): Promise<{ answer: SendCodeAnswer; codeBrowser: string }> => {
        await rejectAfterChange(user);
        return identity.sendOwnCode(user, purpose, from);
      },
      /** Schedules the deletion after checking the code. @throws UNAUTHORIZED for a wrong code */
      delete: async (user: CurrentUser, otp: string, from: From): Promise<Deletion> => {
        await rejectAfterChange(user);
        await identity.redeemOwnCode(user, { purpose, otp }, from);
        return deletions.plan({ client: user });
      },
      keep: async (user: CurrentUser): Promise<void> => {
        rejectAdmins(user);
        await deletions.keep({ client: user });
      },
    },

    /** Functions for the agency, about a client's data. */
    ofPanel: {
      get: async (clientId: string): Promise<ClientData> => {
        const row = await rowOf(clientId);
        return { ...(await stateOf(row)), deletedAt: row.deletedAt?.toISOString() ?? null };
      },
      export: (admin: Admin, clientId: string) => exports.request({ admin, clientId }),
      open: (clientId: string, id: number) => exports.open(clientId, id),
      delete: (admin: Admin, clientId: string) => deletions.plan({ admin, clientId }),
      keep: (admin: Admin, clientId: string) => deletions.keep({ admin, clientId }),
    },

    writeExports: exports.runJob,
    deleteDue: deletions.runJob,
  };
}

export type PersonalDataService = ReturnType<typeof createPersonalData>;
