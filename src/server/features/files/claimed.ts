import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { UploadedFile } from '~/contract/files/files-schema';
import { randomId, sha256 } from '~/server/features/identity/tokens';
import type { Database } from '~/server/platform/db/client';
import { files } from '~/server/platform/db/schema/files';
import { messages } from '~/server/platform/db/schema/workspace';
import { toUploaded } from './files.rows';

/** What uploads of visitors without an account may take up in all until they are sent, in MiB. */
export const unclaimedMbMax = 1024;

/** A new secret of a visitor's upload, and what is stored of it. */
export function newClaim() {
  const secret = randomId(26);
  return { secret, owner: { claim: sha256(secret) } };
}

/** Files that visitors have uploaded with a form, by their ids and secrets: `12.secret`, and for the form itself `/name` after it. */
export function createClaimedFiles(db: Database) {
  return {
    /** The finished ones among them, in their order. */
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
                and(sql`${files.id} = ${id}::bigint`, eq(files.claim, claim)),
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

    /** Puts those that are in no message yet into one. */
    async addTo(tx: Pick<Database, 'update'>, messageId: number, uploads: number[]): Promise<void> {
      if (uploads.length === 0) return;
      await tx
        .update(files)
        .set({ messageId, updatedAt: new Date() })
        .where(and(inArray(files.id, uploads), isNull(files.messageId), isNotNull(files.claim)));
    },

    /** Puts them into the conversation of the lead that they came with. @throws BAD_REQUEST where one is in another already */
    async attach(
      tx: Pick<Database, 'insert' | 'update'>,
      lead: { quoteId: number; authorName: string; uploads: number[] },
    ): Promise<void> {
      const [message] = await tx
        .insert(messages)
        .values({
          quoteId: lead.quoteId,
          authorName: lead.authorName,
          byAgency: false,
          text: 'Sent with the form.',
        })
        .returning({ id: messages.id });
      const attached = await tx
        .update(files)
        .set({ messageId: message?.id ?? null, updatedAt: new Date() })
        .where(and(inArray(files.id, lead.uploads), isNull(files.messageId)))
        .returning({ id: files.id });
      if (attached.length === lead.uploads.length) return;
      throw new AppError(
        'BAD_REQUEST',
        'One of the files was sent already. Please add it again to send it once more',
      );
    },
  };
}

export type ClaimedFiles = ReturnType<typeof createClaimedFiles>;
