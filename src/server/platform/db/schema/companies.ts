import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { CompanyRight } from '~/contract/companies/companies';
import type { ElectronicAddress } from '~/contract/documents/documents-schema';
import { searchKeysIndex } from './search-keys';
import { searchText } from './search-text';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Companies of clients, with the billing profile for new documents. Members are users with the company's id. */
export const companies = pgTable(
  'companies',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    vatNumber: text('vat_number').notNull().default(''),
    /** Address lines without postcode and city. */
    address: text().notNull().default(''),
    postcode: text().notNull().default(''),
    city: text().notNull().default(''),
    /** Two-letter code, or empty. */
    country: text().notNull().default(''),
    /** Email to which the company's invoices are sent, in lower case; empty to send them to the client of each document. */
    email: text().notNull().default(''),
    /** Reference that the company wants on its invoices. */
    buyerReference: text('buyer_reference').notNull().default(''),
    taxNumber: text('tax_number').notNull().default(''),
    registrationNumber: text('registration_number').notNull().default(''),
    /** Electronic address for structured invoices. */
    electronicAddress: jsonb('electronic_address').$type<ElectronicAddress>(),
    /** Internal notes, which only admins can see. */
    notes: text().notNull().default(''),
    searchText: searchText(['name', 'email', 'vat_number', 'city']),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('companies'),
    index('companies_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('companies_name_idx').on(sql`lower(${table.name})`),
    index('companies_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);

/** Invitations by company managers. Any client who signs in with the email can accept or decline. */
export const companyInvitations = pgTable(
  'company_invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    companyId: integer('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Email of the invited client, in lower case. */
    email: text().notNull(),
    rights: text().array().$type<CompanyRight[]>().notNull(),
    isManager: boolean('is_manager').notNull().default(false),
    /** Inviter's name as shown in the invitation. */
    invitedBy: text('invited_by').notNull(),
    /** Id of the manager who sent the invitation. The invitation is valid while they are a manager. */
    invitedById: text('invited_by_id').notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('company_invitations_one_idx').on(table.companyId, table.email),
    index('company_invitations_email_idx').on(table.email),
  ],
);
