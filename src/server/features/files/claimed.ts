import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { UploadedFile } from '~/contract/files/files-schema';
import { postMessage } from '~/server/features/conversations/conversations.service';
import { randomId, sha256 } from '~/server/features/identity/tokens';
import { emitMessage } from '~/server/features/request-threads/emit-message';
import type { Database } from '~/server/platform/db/client';
import { files } from '~/server/platform/db/schema/files';
import { toUploaded } from './files.rows';

/** Maximum total size in MiB of visitors' uploads that have not been submitted yet. */
export const unclaimedMbMax = 1024;

/** Maximum share of a single network, so that a few networks cannot keep all others from uploading. */
export const unclaimedShare = 1 / 8;

/** Returns a hash that identifies a network. Stored with a claim until the form is submitted. */
const networkMark = (network: string): string => sha256(network).slice(0, 16);

/**
 * Creates the secret of a visitor's upload and the claim to store, which consists of the secret's SHA-256 and the
 * uploader's network.
 */
export function newClaim(network: string) {
  const secret = randomId(26);
  return { secret, owner: { claim: `${sha256(secret)} ${networkMark(network)}` } };
}

/** SQL for the hash of the secret in a claim, without the network. */
const secretPart = sql<string>`split_part(${files.claim}, ' ', 1)`;

const mib = 1024 * 1024;

/**
 * Limits visitors' uploads that have not been submitted yet, in total and per network.
 *
 * @throws SERVICE_UNAVAILABLE beyond the limit
 */
export async function rejectFull(
  tx: Pick<Database, 'select' | 'execute'>,
  claim: string,
  more: number,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('files of visitors'))`);
  const mark = claim.split(' ')[1] ?? '';
  const [row] = await tx
    .select({
      used: sql<string>`coalesce(sum(${files.size}), 0)`,
      ofNetwork: sql<string>`coalesce(sum(${files.size}) filter (where split_part(${files.claim}, ' ', 2) = ${mark}), 0)`,
    })
    .from(files)
    .where(and(isNull(files.messageId), isNotNull(files.claim)));
  const room = unclaimedMbMax * mib;
  const isFull = Number(row?.used ?? 0) + more > room;
  if (!isFull && Number(row?.ofNetwork ?? 0) + more <= room * unclaimedShare) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'Files cannot be taken right now. Please send the form without them, or try again later.',
  );
}

/**
 * Manages files that visitors uploaded with a form. They are identified by id and secret: `12.secret`, followed by `/name`
 * in the form itself.
 */
export function createClaimedFiles(db: Database) {
  return {
    /** Returns the uploads that are finished, in the given order. */
    async find(uploads: readonly string[]): Promise<UploadedFile[]> {
      const wanted = uploads.map((one) => {
        const [id = '', secret = ''] = (one.split('/')[0] ?? '').split('.');
        return { id: Number(id), claim: sha256(secret) };
      });
      const rows = await db
        .select()
        .from(files)
        .where(
          and(
            isNotNull(files.finishedAt),
            or(
              ...wanted.map(({ id, claim }) =>
                and(sql`${files.id} = ${id}::bigint`, eq(secretPart, claim)),
              ),
            ),
          ),
        );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return [...new Set(wanted.map(({ id }) => id))].flatMap((id) => {
        const row = byId.get(id);
        return row ? [toUploaded(row)] : [];
      });
    },

    /** Adds unused uploads to a message. */
    async addTo(tx: Pick<Database, 'update'>, messageId: number, uploads: number[]): Promise<void> {
      if (uploads.length === 0) return;
      await tx
        .update(files)
        .set({ messageId, claim: secretPart, updatedAt: new Date() })
        .where(and(inArray(files.id, uploads), isNull(files.messageId), isNotNull(files.claim)));
    },

    /**
     * Adds files to the conversation of the lead that they were uploaded for.
     *
     * @throws BAD_REQUEST if one of them is already in another message
     */
    async attach(
      tx: Pick<Database, 'insert' | 'select' | 'update'>,
      lead: { quoteId: number; authorName: string; uploads: number[] },
    ): Promise<void> {
      const message = await postMessage(
        tx,
        { kind: 'quote', id: lead.quoteId },
        { authorName: lead.authorName, byAgency: false, text: 'Sent with the form.' },
        { isPart: true },
      );
      const attached = await tx
        .update(files)
        .set({ messageId: message?.id ?? null, claim: secretPart, updatedAt: new Date() })
        .where(and(inArray(files.id, lead.uploads), isNull(files.messageId)))
        .returning({ id: files.id });
      if (attached.length !== lead.uploads.length) {
        throw new AppError(
          'BAD_REQUEST',
          'One of the files was already sent. Please add it again to resend it',
        );
      }
      if (message) await emitMessage(tx, message.id);
    },
  };
}

export type ClaimedFiles = ReturnType<typeof createClaimedFiles>;
