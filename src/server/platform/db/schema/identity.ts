import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { CompanyRight } from '~/contract/companies/companies';
import type { ElectronicAddress } from '~/contract/documents/documents-schema';
import { codePurposes, sessionKinds, signInProviders } from '~/contract/identity/identity';
import { adminRoles } from '~/contract/identity/roles';
import { companies } from './companies';
import { searchKeysIndex } from './search-keys';
import { searchText } from './search-text';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const adminRoleEnum = pgEnum('admin_role', adminRoles);

/** Users: clients, whose email is verified, and admins, who are invited or created from the terminal. */
export const users = pgTable(
  'users',
  {
    /** Random id, which does not reveal the number of users. */
    id: text().primaryKey(),
    /** Email in lower case. */
    email: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text().notNull().default(''),
    profileImageUrl: text('profile_image_url'),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Role of an admin; null for clients. */
    adminRole: adminRoleEnum('admin_role'),
    /** Username of an admin; null for clients. */
    username: text(),
    passwordHash: text('password_hash'),
    /**
     * When a code that was sent to the email was first entered; null for clients who accepted a proposal and have never
     * signed in.
     */
    emailVerifiedAt: at('email_verified_at').defaultNow(),
    disabledAt: at('disabled_at'),
    /** Id of the Stripe customer; null until the user starts a subscription. */
    stripeCustomerId: text('stripe_customer_id').unique(),
    /** Stripe mode and account of this customer; empty if unknown. */
    stripeAccount: text('stripe_account').notNull().default(''),
    /** Email and name last sent to Stripe for this customer. */
    stripeContact: text('stripe_contact').notNull().default(''),
    /** Company of a client, who can be a member of only one. The next columns contain the client's rights in it. */
    companyId: integer('company_id').references(() => companies.id),
    companyRights: text('company_rights').array().$type<CompanyRight[]>().notNull().default([]),
    /** True if the member can invite and remove members. */
    isCompanyManager: boolean('is_company_manager').notNull().default(false),
    /** When the client accepted the invitation through which they are a member; null for members whom the agency added. */
    companyAcceptedAt: at('company_accepted_at'),
    /** Id of the manager who sent that invitation. */
    companyInvitedById: text('company_invited_by_id'),
    /** When the client's data will be deleted; null if no deletion is scheduled. */
    deletionDueAt: at('deletion_due_at'),
    /** Admin who requested the deletion; empty if the client did. */
    deletionBy: text('deletion_by').notNull().default(''),
    /**
     * When the account was deleted. The row remains without personal data, for documents that must be retained by law.
     */
    deletedAt: at('deleted_at'),
    searchText: searchText(['first_name', 'last_name', 'email']),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('users'),
    index('users_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    uniqueIndex('users_email_idx').on(table.email),
    uniqueIndex('users_username_idx').on(sql`lower(${table.username})`),
    index('users_newest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('users_company_idx').on(table.companyId).where(sql`company_id is not null`),
    index('users_deletion_idx').on(table.deletionDueAt).where(sql`deletion_due_at is not null`),
    index('users_deleted_idx').on(table.deletedAt).where(sql`deleted_at is not null`),
    check(
      'users_company_membership',
      sql`company_id is not null or (company_rights = '{}' and not is_company_manager)`,
    ),
    check('users_company_clients', sql`company_id is null or not is_admin`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check('users_admin_role', sql`${table.isAdmin} = (${table.adminRole} is not null)`),
  ],
);

/** Billing data of clients without a company, for their next documents. */
export const billingProfiles = pgTable('billing_profiles', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Person or business on the document; empty for the name of the account. */
  name: text().notNull().default(''),
  company: text().notNull().default(''),
  vatNumber: text('vat_number').notNull().default(''),
  address: text().notNull().default(''),
  postcode: text().notNull().default(''),
  city: text().notNull().default(''),
  country: text().notNull().default(''),
  /** Email to which invoices are sent; empty for the email of the account. */
  email: text().notNull().default(''),
  buyerReference: text('buyer_reference').notNull().default(''),
  taxNumber: text('tax_number').notNull().default(''),
  registrationNumber: text('registration_number').notNull().default(''),
  /** True for a business, null to infer it from a company or VAT number. */
  isBusiness: boolean('is_business'),
  electronicAddress: jsonb('electronic_address').$type<ElectronicAddress>(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

export const sessionKindEnum = pgEnum('session_kind', sessionKinds);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, in hex, so that a copy of the table cannot be used to sign in. */
    tokenHash: text('token_hash').primaryKey(),
    /** Number that identifies the session in the API. */
    id: integer().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: sessionKindEnum().notNull(),
    device: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    /** When the session expires. Use extends it, up to a fixed maximum. */
    expiresAt: at('expires_at').notNull(),
    absoluteExpiresAt: at('absolute_expires_at').notNull(),
    /** Client as whom the admin views the site. Remains until the admin has been notified that the view ended. */
    viewedClientId: text('viewed_client_id').references(() => users.id, { onDelete: 'set null' }),
    viewEndsAt: at('view_ends_at'),
  },
  (table) => [
    index('sessions_user_idx').on(table.userId),
    index('sessions_expires_idx').on(table.expiresAt),
    index('sessions_viewed_client_idx')
      .on(table.viewedClientId)
      .where(sql`viewed_client_id is not null`),
  ],
);

export const codePurposeEnum = pgEnum('code_purpose', codePurposes);

/**
 * One-time codes. An email can have a code for each purpose and browser, so that a code for one browser does not
 * replace a code for another one.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    email: text().notNull(),
    purpose: codePurposeEnum().notNull(),
    /** Id of the browser that requested the code. */
    browser: text().notNull(),
    /** HMAC of email, purpose and code. */
    codeHmac: text('code_hmac').notNull(),
    /** Wrong guesses by the requesting browser. */
    guesses: integer().notNull().default(0),
    /** Wrong guesses by all other callers together. */
    guessesOfOthers: integer('guesses_of_others').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.purpose, table.browser] }),
    index('one_time_codes_expires_idx').on(table.expiresAt),
  ],
);

export const signInProviderEnum = pgEnum('sign_in_provider', signInProviders);

/** Accounts at OAuth providers with which users sign in, identified by the provider's subject. */
export const externalAccounts = pgTable(
  'external_accounts',
  {
    provider: signInProviderEnum().notNull(),
    subject: text().notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('external_accounts_user_idx').on(table.userId),
  ],
);

/**
 * Recent changes of an account's email. Until a change expires, the account is protected. The old mailbox can restore
 * its email with a link, unless the agency or that mailbox made the change. Changes that were undone remain while other
 * changes need them, to tell decisions from undone actions.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Email before the change. */
    email: text().notNull(),
    /** Nonce of the link, whose token is the nonce's HMAC; null if the link is no longer valid. */
    nonce: text(),
    /** Null if the change was undone, or cannot be undone. */
    tokenHash: text('token_hash').unique(),
    /** Records that the change moved, so that exactly these are moved back. */
    moved: jsonb().$type<MovedWithEmail>().notNull(),
    /** Newest entry of the audit log before the change. */
    logId: integer('log_id').notNull(),
    /** Company of the client before the change, and each company that the client has joined since then. */
    companies: jsonb().$type<CompanySnapshot[]>().notNull().default([]),
    /** Newest entry of the audit log before a link undid the change; null if none has. */
    restoredLogId: integer('restored_log_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    index('email_changes_user_idx').on(table.userId),
    index('email_changes_email_idx').on(table.email),
    index('email_changes_expires_idx').on(table.expiresAt),
  ],
);

/** State of a company that restoring an email can restore. */
export interface CompanySnapshot {
  companyId: number;
  /** Newest entry of the audit log at the time of this state. */
  logId: number;
  /** Email for invoices. */
  email: string;
  members: MemberSnapshot[];
}

export interface MemberSnapshot {
  id: string;
  rights: CompanyRight[];
  isManager: boolean;
  /** ISO time at which the member accepted; null, like the inviter, for members whom the agency added. */
  acceptedAt: string | null;
  invitedById: string | null;
}

/** Ids of the records that a change of email moved, and the client's own email for invoices before the change. */
export interface MovedWithEmail {
  quotes: number[];
  messages: number[];
  proposals: number[];
  invoices: number[];
  recurringInvoices: number[];
  testimonials: number[];
  /** The client's own email for invoices; empty if the client has not set one. */
  billingEmail: string;
}

/** Consumed points of each rate limit, in the columns that rate-limiter-flexible requires. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: timestamp({ withTimezone: true }),
  },
  (table) => [index('rate_limits_expire_idx').on(table.expire)],
);
