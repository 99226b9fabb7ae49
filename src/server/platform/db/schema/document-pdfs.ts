import { customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Structured invoices (XML) of documents. Each is written once from frozen data, and never changed. */
export const documentXmls = pgTable(
  'document_xmls',
  {
    /** Document number, such as 'INV-2026-0001'. */
    number: text().notNull(),
    syntax: text({ enum: ['cii', 'ubl'] }).notNull(),
    xml: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.number, table.syntax] })],
);

/** PDFs of documents. Their content is frozen, so a PDF is laid out once, but can be laid out again at any time. */
export const documentPdfs = pgTable(
  'document_pdfs',
  {
    /** Document number, such as 'P-0001'. */
    number: text().notNull(),
    /** SHA-256 of the content and the layout version. */
    key: text().notNull(),
    bytes: bytea().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.number, table.key] })],
);
