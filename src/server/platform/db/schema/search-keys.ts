import { type SQL, sql } from 'drizzle-orm';
import { index } from 'drizzle-orm/pg-core';

/** SQL of the fields that the panel search reads in each table: numbers, names, emails and companies. */
const fields = {
  companies: ['name', 'email', 'vat_number'],
  contact_messages: [`first_name || ' ' || last_name`, 'email', 'subject'],
  credit_notes: ['number'],
  forms: ['name'],
  invoices: ['number', 'client_name', 'client_email', `buyer->>'company'`],
  pages: ['title', 'slug'],
  payments: ['description', 'reference'],
  plans: ['name'],
  portfolio_items: ['title', 'client_name'],
  posts: ['title'],
  proposals: ['number', 'title', 'client_name', 'client_email', 'client_company'],
  quotes: ['name', 'email', 'company'],
  recurring_invoices: ['client_name', 'client_email', `buyer->>'company'`],
  service_requests: ['title'],
  services: ['name'],
  testimonials: ['name', 'company', 'email'],
  users: [`first_name || ' ' || last_name`, 'email', 'username'],
} as const;

export type SearchedTable = keyof typeof fields;

/**
 * Returns the SQL of a row's search keys. It must equal the expression of the index, so that PostgreSQL uses the index.
 */
export const searchKeysOf = (table: SearchedTable): SQL =>
  sql.raw(`search_keys(array[${fields[table].join(', ')}])`);

/**
 * Defines the index for the panel search. Turns off the list of pending entries, because every search would have to
 * read that list as well.
 */
export const searchKeysIndex = (table: SearchedTable) =>
  index(`${table}_keys_idx`).using('gin', searchKeysOf(table)).with({ fastupdate: false });
