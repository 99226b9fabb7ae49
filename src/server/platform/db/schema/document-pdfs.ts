import { customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The structured invoices of documents: written once, from what is frozen, and never again. */
export const documentXmls = pgTable(
  'document_xmls',
  {
    /** The number of the document, such as 'INV-2026-0001'. */
    number: text().notNull(),
    syntax: text({ enum: ['cii', 'ubl'] }).notNull(),
    xml: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.number, table.syntax] })],
);

/** Rendered PDFs. What they show is frozen, so that each is rendered once; any of them can be rendered again. */
export const documentPdfs = pgTable(
  'document_pdfs',
  {
    /** The number of the document, such as 'P-0001'. */
    number: text().notNull(),
    /** SHA-256 of what is shown and of the layout's version. */
    key: text().notNull(),
    bytes: bytea().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.number, table.key] })],
);
