import { createHash } from 'node:crypto';

import { eq, inArray, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { RecordRef } from '~/contract/conversations/records';
import { filesOfMessageMax } from '~/contract/files/files';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isOf } from '~/server/features/conversations/parts';
import { type ClaimedFiles, newClaim } from '~/server/features/files/claimed';
import type { Files } from '~/server/features/files/files.service';
import type { Transaction } from '~/server/features/request-threads/request-threads.rows';
import type { Database } from '~/server/platform/db/client';
import { files as fileRows } from '~/server/platform/db/schema/files';
import { mailPictures } from '~/server/platform/db/schema/incoming-mail';
import { messages } from '~/server/platform/db/schema/messages';
import type { ReadMail } from './reading/read-mail';

type Attachment = ReadMail['attachments'][number];

/** Owner of the files: a client with a quota, or a person without an account. */
export type FileOwner =
  | Pick<CurrentUser, 'id' | 'isAdmin'>
  | {
      address: string;
      /** Record whose files count toward the limit; undefined for a new lead. */
      record?: RecordRef;
    };

/** Stored attachments of an email. */
export interface KeptFiles {
  ids: number[];
  /** Texts about refused attachments, one each, with the reason. */
  refused: string[];
  /** Adds the attachments to the message. */
  attach(tx: Transaction, messageId: number): Promise<void>;
}

const mib = 1024 * 1024;
/** Maximum size of a picture in a signature. */
const signatureBytes = 20_000;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Stores attachments as files. Types that uploads refuse, such as SVG, are stored for download only. A refused
 * attachment does not affect the rest of the message.
 */
export function createAttachments(
  db: Database,
  {
    files,
    claimed,
    getQuotaMb,
  }: {
    files: Pick<Files, 'uploads' | 'attach'>;
    claimed: Pick<ClaimedFiles, 'addTo'>;
    getQuotaMb(): Promise<number>;
  },
) {
  const pictureHash = (sender: string, { bytes }: Attachment) =>
    createHash('sha256').update(`${sender}\n`).update(bytes).digest('hex');

  /**
   * Excludes small pictures that are part of a signature or quoted text, or that an earlier email of this sender
   * contained.
   */
  async function withoutSignatures(sender: string, all: Attachment[]) {
    const isSmall = (one: Attachment) => one.inline && one.bytes.length < signatureBytes;
    const hashes = all.filter(isSmall).map((one) => pictureHash(sender, one));
    if (hashes.length === 0) return { wanted: all, pictures: [] };
    const rows = await db
      .select({ hash: mailPictures.hash })
      .from(mailPictures)
      .where(inArray(mailPictures.hash, hashes));
    const seen = new Set(rows.map(({ hash }) => hash));
    const wanted = all.filter(
      (one) =>
        !isSmall(one) ||
        ((one.place === 'body' || one.place === null) && !seen.has(pictureHash(sender, one))),
    );
    return { wanted, pictures: [...new Set(hashes)] };
  }

  /** Returns the total size of the files in a record's conversation. */
  async function usedBy(record: RecordRef | undefined): Promise<number> {
    if (!record) return 0;
    const [row] = await db
      .select({ used: sql<string>`coalesce(sum(${fileRows.size}), 0)` })
      .from(fileRows)
      .innerJoin(messages, eq(messages.id, fileRows.messageId))
      .where(isOf(messages.conversationId, record));
    return Number(row?.used ?? 0);
  }

  return async (mail: ReadMail, owner: FileOwner): Promise<KeptFiles> => {
    const sender = mail.from.address.toLowerCase();
    const { wanted, pictures } = await withoutSignatures(sender, mail.attachments);
    const isUser = 'id' in owner;
    const uploader = isUser
      ? owner
      : { ...newClaim(`mail from ${owner.address}`).owner, spend: async () => {} };
    // A user's files count against the user's own quota.
    let room = isUser
      ? Number.POSITIVE_INFINITY
      : (await getQuotaMb()) * mib - (await usedBy(owner.record));
    const kept: number[] = [];
    const refused: string[] = [];
    for (const { name, bytes } of wanted) {
      if (kept.length === filesOfMessageMax) {
        refused.push(`${name}: a message holds ${filesOfMessageMax} files at most`);
        continue;
      }
      if (bytes.length > room) {
        refused.push(`${name}: the files of this conversation take up all the room that they may`);
        continue;
      }
      room -= bytes.length;
      try {
        const { id } = await files.uploads.begin(uploader, { name, size: bytes.length });
        await files.uploads.append(uploader, id, 0, once(bytes));
        kept.push((await files.uploads.finish(uploader, id, true)).id);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push(`${name}: ${error.message}`);
      }
    }
    return {
      ids: kept,
      refused,
      async attach(tx, messageId) {
        if (isUser) await files.attach(tx, owner, messageId, { fileIds: kept });
        else await claimed.addTo(tx, messageId, kept);
        if (pictures.length === 0) return;
        // Runs in the message's transaction: if it is rolled back, these pictures do not count as already seen when the
        // email is processed again.
        await tx
          .insert(mailPictures)
          .values(pictures.map((hash) => ({ hash })))
          .onConflictDoUpdate({ target: mailPictures.hash, set: { seenAt: sql`now()` } });
      },
    };
  };
}

export type KeepAttachments = ReturnType<typeof createAttachments>;
