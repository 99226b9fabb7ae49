import { type SQL, sql } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import { deliverableStatuses } from '~/contract/files/deliverables';
import { users } from './identity';
import { messages } from './messages';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const at = (name: string) => timestamp(name, { withTimezone: true });

export const fileStoreEnum = pgEnum('file_store', ['database', 's3']);
export const deliverableStatusEnum = pgEnum('deliverable_status', deliverableStatuses);

/** Attachments of messages. When a row is deleted, a trigger deletes its chunks, or marks its S3 object for deletion. */
export const files = pgTable(
  'files',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Random key of the content. Responses must not contain it. */
    key: text().notNull().unique(),
    store: fileStoreEnum().notNull().default('database'),
    /**
     * Message that contains the file; null until the file is added to one. Unused files are deleted after some time.
     */
    messageId: integer('message_id').references(() => messages.id, { onDelete: 'cascade' }),
    /** Client against whose quota the file counts. */
    uploaderId: text('uploader_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * SHA-256 of the secret of a visitor who uploaded the file with a form, in hex, followed by the visitor's network.
     */
    claim: text(),
    name: text().notNull(),
    /** Announced size in bytes, which is corrected when the upload is finished. */
    size: integer().notNull(),
    /** Number of bytes received. */
    received: integer().notNull().default(0),
    /** Content type; empty until the upload is finished. */
    type: text().notNull().default(''),
    /** SHA-256 of the content, in hex; empty until the upload is finished. */
    sha256: text().notNull().default(''),
    /** When the content was complete and its type was detected. */
    finishedAt: at('finished_at'),
    deliverable: deliverableStatusEnum(),
    /** Comment of the client who returned the file. */
    comment: text().notNull().default(''),
    decidedAt: at('decided_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('files_message_idx').on(table.messageId),
    index('files_unused_idx').on(table.updatedAt).where(sql`message_id is null`),
    index('files_uploader_idx').on(table.uploaderId),
    index('files_unmoved_idx')
      .on(table.id)
      .where(sql`store = 'database' and finished_at is not null`),
  ],
);

/** Content of files in PostgreSQL, in chunks. */
export const fileChunks = pgTable(
  'file_chunks',
  {
    key: text().notNull(),
    /** Offset of the chunk's first byte. */
    start: integer().notNull(),
    /** Offset after the chunk's last byte. */
    end: integer().generatedAlwaysAs((): SQL => sql`"start" + octet_length("bytes")`),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.start] })],
);

/** Objects in the S3 store to which no row refers, and which will be deleted there. */
export const removedObjects = pgTable('removed_objects', {
  key: text().primaryKey(),
  removedAt: at('removed_at').notNull().defaultNow(),
});
