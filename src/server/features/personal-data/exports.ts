import { and, asc, desc, eq, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { parsePictureUrl } from '~/contract/common/media';
import { exportDays } from '~/contract/personal-data/personal-data';
import type { DataExport } from '~/contract/personal-data/personal-data-schema';
import { newKey } from '~/server/features/files/files.rows';
import type { Files, OpenFile } from '~/server/features/files/files.service';
import { toCurrentUser } from '~/server/features/identity/users';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { dataExports } from '~/server/platform/db/schema/data-exports';
import { fileChunks } from '~/server/platform/db/schema/files';
import { users } from '~/server/platform/db/schema/identity';
import { createChunkStore } from '~/server/platform/files/chunk-store';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { Media } from '~/server/platform/media/media';
import { addressesOf } from './addresses';
import {
  type Asker,
  aboutClient,
  actorOf,
  adminNameOf,
  clientIdOf,
  lockClient,
  personOf,
} from './clients';
import { personalDataEmails } from './emails';
import { exportZipOf } from './export-zip';
import { ownRecordsOf } from './own-records';

type ExportRow = typeof dataExports.$inferSelect;

const attemptsMax = 8;
/** Minutes for which an export is claimed. The claim is renewed while the export is written. */
const claimMinutes = 5;

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`;
const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days})`;

const isWaiting = and(isNull(dataExports.readyAt), isNull(dataExports.failedAt));
const isThere = and(isNotNull(dataExports.readyAt), sql`${dataExports.expiresAt} > now()`);

const statusOf = ({ readyAt, failedAt }: ExportRow): DataExport['status'] => {
  if (readyAt) return 'ready';
  return failedAt ? 'failed' : 'waiting';
};

function toDataExport(row: ExportRow): DataExport {
  return {
    id: row.id,
    status: statusOf(row),
    size: row.readyAt ? row.size : 0,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

const gone = () =>
  new AppError('NOT_FOUND', 'This file no longer exists. Please request a new one.');

/** Manages ZIP exports of clients' data. A job writes the requested exports, which can be downloaded for some days. */
export function createDataExports(
  db: Database,
  options: {
    files: Pick<Files, 'open'>;
    media: Pick<Media, 'read'>;
    mailer: Mailer;
    onFailure(error: unknown): void;
  },
) {
  const { files, media, mailer } = options;
  const chunks = createChunkStore(db);

  /** Claims the next unclaimed export, and deletes the content of an earlier attempt. */
  const claim = () =>
    db.transaction(async (tx) => {
      const isFree = or(isNull(dataExports.claimedUntil), lt(dataExports.claimedUntil, sql`now()`));
      const [next] = await tx
        .select()
        .from(dataExports)
        .where(and(isWaiting, isFree))
        .orderBy(asc(dataExports.id))
        .limit(1)
        .for('update', { skipLocked: true });
      if (!next) return undefined;
      await tx.delete(fileChunks).where(eq(fileChunks.key, next.key));
      const [claimed] = await tx
        .update(dataExports)
        .set({ key: newKey(), attempts: next.attempts + 1, claimedUntil: inMinutes(claimMinutes) })
        .where(eq(dataExports.id, next.id))
        .returning();
      return claimed;
    });

  const isMine = ({ id, key }: ExportRow) =>
    and(eq(dataExports.id, id), eq(dataExports.key, key), isWaiting);

  async function pictureOf(url: string | null): Promise<Buffer | undefined> {
    const picture = url ? parsePictureUrl(url) : undefined;
    return picture && Buffer.from(await media.read(picture.hash, undefined, 'webp'));
  }

  async function write(row: ExportRow): Promise<void> {
    const [user] = await db.select().from(users).where(eq(users.id, row.userId));
    if (!user) throw gone();
    const open = await mailer.open();
    const client = toCurrentUser(user, 'client');
    const addresses = await addressesOf(db, client.id, open.agencyEmail);
    const zip = exportZipOf(ownRecordsOf(db, client, addresses), {
      agency: open.name,
      open: (id) => files.open(client, id),
      picture: () => pictureOf(user.profileImageUrl),
    });
    const size = await chunks.write(row.key, 0, zip, async (tx) => {
      // Stores the result only if this attempt still has the claim, because another instance may have claimed or
      // deleted the export in the meantime.
      const held = await tx
        .update(dataExports)
        .set({ claimedUntil: inMinutes(claimMinutes) })
        .where(isMine(row))
        .returning({ id: dataExports.id });
      if (held.length === 0) throw gone();
    });
    await db.transaction(async (tx) => {
      const [ready] = await tx
        .update(dataExports)
        .set({ size, readyAt: sql`now()`, expiresAt: inDays(exportDays) })
        .where(isMine(row))
        .returning();
      if (!ready) throw gone();
      // Deletes earlier exports, because one for each client is enough.
      await tx
        .delete(dataExports)
        .where(and(eq(dataExports.userId, row.userId), ne(dataExports.id, row.id)));
      await personalDataEmails(open).exportReady(tx, personOf(user), row);
    });
    mailer.sendSoon();
  }

  async function fail(row: ExportRow, error: unknown): Promise<void> {
    options.onFailure(error);
    const isLast = row.attempts >= attemptsMax;
    await db
      .update(dataExports)
      .set(
        isLast
          ? { failedAt: sql`now()`, expiresAt: inDays(exportDays) }
          : { claimedUntil: inMinutes(row.attempts) },
      )
      .where(isMine(row));
  }

  return {
    /** Returns the export that is waiting, or else a new one. */
    async request(asker: Asker): Promise<DataExport> {
      const userId = clientIdOf(asker);
      return db.transaction(async (tx) => {
        const client = await lockClient(tx, userId);
        const [waiting] = await tx
          .select()
          .from(dataExports)
          .where(and(eq(dataExports.userId, userId), isWaiting));
        if (waiting) return toDataExport(waiting);
        const [row] = await tx
          .insert(dataExports)
          .values({ userId, requestedBy: adminNameOf(asker) })
          .returning();
        if (!row) throw new Error('an export was not stored');
        await recordAudit(tx, actorOf(asker), {
          action: 'user.data_exported',
          about: aboutClient(userId),
          did:
            'admin' in asker
              ? `asked for the data of ${personOf(client).name}`
              : 'asked for their data',
        });
        return toDataExport(row);
      });
    },

    /**
     * Returns the newest export; null if none can be downloaded, is being written or has failed.
     */
    async newest(userId: string): Promise<DataExport | null> {
      const [row] = await db
        .select()
        .from(dataExports)
        .where(
          and(
            eq(dataExports.userId, userId),
            or(isWaiting, isThere, isNotNull(dataExports.failedAt)),
          ),
        )
        .orderBy(desc(dataExports.id))
        .limit(1);
      return row ? toDataExport(row) : null;
    },

    /** Opens an export. @throws NOT_FOUND for an expired export, or another client's */
    async open(userId: string, id: number): Promise<OpenFile> {
      const [row] = await db
        .select()
        .from(dataExports)
        .where(and(eq(dataExports.id, id), eq(dataExports.userId, userId), isThere));
      if (!row) throw gone();
      const day = row.createdAt.toISOString().slice(0, 10);
      return {
        id,
        name: `my-data-${day}.zip`,
        size: row.size,
        type: 'application/zip',
        // Identifies the content by its export, because the key must not be in a response.
        sha256: `export-${row.id}-${row.readyAt?.getTime()}`,
        read: (from, to) => chunks.read(row.key, from, to),
      };
    },

    /** Writes requested exports, and deletes expired ones. @returns the result as text */
    async runJob(): Promise<string> {
      const expired = await db
        .delete(dataExports)
        .where(lte(dataExports.expiresAt, sql`now()`))
        .returning({ id: dataExports.id });
      let written = 0;
      for (let row = await claim(); row; row = await claim()) {
        try {
          await write(row);
          written += 1;
        } catch (error) {
          await fail(row, error);
        }
      }
      const words = [
        ...(written > 0 ? [`Wrote ${written} exports.`] : []),
        ...(expired.length > 0 ? [`Deleted ${expired.length} exports.`] : []),
      ];
      return words.join(' ');
    },
  };
}
