import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { codePurposes, sessionKinds, signInProviders } from '~/contract/identity/identity';
import { searchText } from './search-text';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Clients, whose address is verified, and admins, who are created by hand. */
export const users = pgTable(
  'users',
  {
    /** Drawn at random: it says nothing of how many there are. */
    id: text().primaryKey(),
    /** In lower case. */
    email: text().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    profileImageUrl: text('profile_image_url'),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Admins alone have these two. */
    username: text(),
    passwordHash: text('password_hash'),
    disabledAt: at('disabled_at'),
    /** Whom Stripe charges for them, once they have begun to subscribe. */
    stripeCustomerId: text('stripe_customer_id').unique(),
    /** The mode and account at Stripe that this customer is in; empty where that was never looked up. */
    stripeAccount: text('stripe_account').notNull().default(''),
    searchText: searchText(['first_name', 'last_name', 'email']),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('users_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    uniqueIndex('users_email_idx').on(table.email),
    uniqueIndex('users_username_idx').on(sql`lower(${table.username})`),
    index('users_newest_idx').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
  ],
);

export const sessionKindEnum = pgEnum('session_kind', sessionKinds);

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, in hex: a copy of the table signs nobody in. */
    tokenHash: text('token_hash').primaryKey(),
    /** Names it to its owner. */
    id: integer().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: sessionKindEnum().notNull(),
    device: text().notNull().default(''),
    createdAt: at('created_at').notNull().defaultNow(),
    lastSeenAt: at('last_seen_at').notNull().defaultNow(),
    /** Moved on while it is used, never past the absolute end. */
    expiresAt: at('expires_at').notNull(),
    absoluteExpiresAt: at('absolute_expires_at').notNull(),
  },
  (table) => [
    index('sessions_user_idx').on(table.userId),
    index('sessions_expires_idx').on(table.expiresAt),
  ],
);

export const codePurposeEnum = pgEnum('code_purpose', codePurposes);

/**
 * One-time codes, one for each address, purpose and browser that asked: a code that another browser asks for does not replace it.
 */
export const browserCodes = pgTable(
  'browser_codes',
  {
    email: text().notNull(),
    purpose: codePurposeEnum().notNull(),
    /** Names the asking browser; empty for codes from before this table. */
    browser: text().notNull(),
    /** HMAC of address, purpose and code. */
    codeHmac: text('code_hmac').notNull(),
    /** By the browser that asked. */
    guesses: integer().notNull().default(0),
    /** By all other callers together. */
    guessesOfOthers: integer('guesses_of_others').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.purpose, table.browser] }),
    index('browser_codes_expires_idx').on(table.expiresAt),
  ],
);

/**
 * The table of codes before `browserCodes`. Only instances of an older version write to it; it stays while one may still run.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    email: text().notNull(),
    purpose: codePurposeEnum().notNull(),
    /** HMAC of address, purpose and code. */
    codeHmac: text('code_hmac').notNull(),
    guesses: integer().notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.purpose] }),
    index('one_time_codes_expires_idx').on(table.expiresAt),
  ],
);

export const signInProviderEnum = pgEnum('sign_in_provider', signInProviders);

/** Accounts at other providers by which a user signs in, by the provider's own name for them. */
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

/** Points taken of each rate limit; the columns are those of rate-limiter-flexible. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: timestamp({ withTimezone: true }),
  },
  (table) => [index('rate_limits_expire_idx').on(table.expire)],
);
