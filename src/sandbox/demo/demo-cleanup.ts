import { and, count, eq, inArray, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { demoAdmin } from '~/server/features/identity/first-admin';
import { createPasswords } from '~/server/features/identity/passwords';
import type { Samples } from '~/server/features/setup/samples';
import { type Actor, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import {
  checkouts,
  formerPrices,
  payments,
  planPrices,
  stripeCursors,
  stripeEvents,
  subscriptions,
} from '~/server/platform/db/schema/billing';
import { companies } from '~/server/platform/db/schema/companies';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { oneTimeCodes, sessions, users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { mails } from '~/server/platform/db/schema/mail';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { sandboxObjects } from '~/server/platform/db/schema/sandbox';
import { settings } from '~/server/platform/db/schema/settings';
import { pageViews } from '~/server/platform/db/schema/traffic';
import { demoColleagues } from './admins';
import { demoHistory } from './fill';
import { demoMessages, demoQuotes } from './leads';
import { demoClients, demoCompanies } from './people';
import { removeSalesOf } from './remove-sales';
import { findSampleContent, removeSampleContent, removeSampleTexts } from './sample-content';

const clientEmails = demoClients.map(({ email }) => email);
const companyNames = demoCompanies.map(({ name }) => name);
const colleagueEmails = demoColleagues.map(({ email }) => email);
const leadEmails = [...new Set([...demoQuotes, ...demoMessages].map(({ email }) => email))];
const companyEmails = demoCompanies.map(({ email }) => email);
const sampleEmails = [...new Set([...clientEmails, ...companyEmails, ...leadEmails])];

/**
 * Demo data that is left in a database: accounts, payments, sales records, and an admin with a
 * public password.
 */
export interface DemoRemains {
  clients: number;
  leads: number;
  /** Payments and subscriptions of the sandbox. */
  payments: number;
  /** Proposals and invoices for sample clients and leads. */
  documents: number;
  /** True if an admin has the demo's public password. */
  admin: boolean;
  /** Sample admins. */
  colleagues: number;
}

type Reader = Pick<Database, 'select'>;

/** Selects the Stripe ids of the sandbox's objects. */
const sandboxIds = (db: Reader) => db.select({ id: sandboxObjects.id }).from(sandboxObjects);

/**
 * Returns SQL that is true for payments that were made in the sandbox, whether for plans or for
 * invoices.
 */
const isOfSandbox = (db: Reader) =>
  or(
    inArray(payments.stripeInvoiceId, sandboxIds(db)),
    inArray(payments.stripePaymentIntentId, sandboxIds(db)),
  );

/** Returns the id of an admin with the demo's password, regardless of the username. */
async function findDemoAdmin(db: Reader): Promise<string | undefined> {
  const admins = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.isAdmin, true));
  const passwords = createPasswords();
  for (const { id, passwordHash } of admins) {
    if (await passwords.matches(passwordHash, demoAdmin.password)) return id;
  }
  return undefined;
}

const demoMark = 'demo_mode';

/** Records that this database has served a demo, where the sign-in code is public. */
export async function markDemo(db: Database): Promise<void> {
  await db.insert(settings).values({ key: demoMark, value: true }).onConflictDoNothing();
}

/**
 * Deletes the demo's page views, sessions and pending codes. Anyone could have signed in with the
 * demo's public code. Runs once, after a demo.
 */
export async function endDemoSessions(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const [mark] = await tx
      .delete(settings)
      .where(eq(settings.key, demoMark))
      .returning({ key: settings.key });
    if (!mark) return;
    await tx.delete(pageViews);
    await tx.delete(sessions);
    await tx.delete(oneTimeCodes);
  });
}

/** Counts all remaining demo data except the demo's admin, because checking passwords is slow. */
async function countRemains(db: Reader): Promise<Omit<DemoRemains, 'admin'>> {
  const counted = { value: count() };
  const [
    [clients],
    [colleagues],
    [fromQuotes],
    [fromMessages],
    [paid],
    [subscribed],
    [proposed],
    [invoiced],
  ] = await Promise.all([
    db.select(counted).from(users).where(inArray(users.email, clientEmails)),
    db.select(counted).from(users).where(inArray(users.email, colleagueEmails)),
    db.select(counted).from(quotes).where(inArray(quotes.email, leadEmails)),
    db.select(counted).from(contactMessages).where(inArray(contactMessages.email, leadEmails)),
    db.select(counted).from(payments).where(isOfSandbox(db)),
    db
      .select(counted)
      .from(subscriptions)
      .where(inArray(subscriptions.stripeSubscriptionId, sandboxIds(db))),
    db.select(counted).from(proposals).where(inArray(proposals.clientEmail, sampleEmails)),
    db.select(counted).from(invoices).where(inArray(invoices.clientEmail, sampleEmails)),
  ]);
  return {
    clients: clients?.value ?? 0,
    leads: (fromQuotes?.value ?? 0) + (fromMessages?.value ?? 0),
    payments: (paid?.value ?? 0) + (subscribed?.value ?? 0),
    documents: (proposed?.value ?? 0) + (invoiced?.value ?? 0),
    colleagues: colleagues?.value ?? 0,
  };
}

export async function findDemoRemains(db: Database): Promise<DemoRemains> {
  const [counts, admin] = await Promise.all([countRemains(db), findDemoAdmin(db)]);
  return { ...counts, admin: admin !== undefined };
}

/** Counts and removes samples for the panel. */
export function createSamples(db: Database): Samples {
  return {
    async find() {
      const [people, content] = await Promise.all([countRemains(db), findSampleContent(db)]);
      const { ids, settingKeys } = content;
      const counts = [
        ...contentKeys.map((key) => {
          const { noun, nouns } = contentTypes[key];
          const count = ids[key].length;
          return { what: count === 1 ? noun : nouns, count };
        }),
        { what: 'texts and settings', count: settingKeys.length },
        { what: 'clients', count: people.clients },
        { what: 'leads', count: people.leads },
        { what: 'payments and subscriptions', count: people.payments },
        { what: 'proposals and invoices', count: people.documents },
        { what: 'admins', count: people.colleagues },
      ];
      return {
        counts: counts.filter(({ count }) => count > 0),
        serviceIds: ids.services,
        settingKeys,
      };
    },
    remove: (actor) => removeDemo(db, actor),
  };
}

/** Returns a message with the remaining demo data and how to remove it; undefined if there is none. */
export function complaintOf(remains: DemoRemains) {
  const { clients, leads, payments: money, documents, admin, colleagues } = remains;
  const left = [
    ...(clients ? [`${clients} sample clients`] : []),
    ...(leads ? [`${leads} sample leads`] : []),
    ...(money ? [`${money} payments and subscriptions of the sandbox`] : []),
    ...(colleagues ? [`${colleagues} sample admins`] : []),
    ...(documents ? [`${documents} sample proposals and invoices`] : []),
    ...(admin ? [`the demo's admin with its known password`] : []),
  ];
  if (left.length === 0) return undefined;
  return `this database still holds ${left.join(', ')}. "npm run reset-demo" removes them and the sample content, and keeps what you have made`;
}

/**
 * Removes samples and the demo's admin in one transaction. Sample content that was edited belongs
 * to the agency and is not removed.
 *
 * @param actor owner who requests this in the panel, so that content goes to the trash. By default,
 * the call comes from the terminal and deletes content permanently
 * @returns a line of text for each kind of removed data
 */
export async function removeDemo(db: Database, actor: Actor = 'system'): Promise<string[]> {
  return db.transaction(async (tx) => {
    const admin = await findDemoAdmin(tx);
    const isForGood = actor === 'system';
    if (actor !== 'system' && admin === actor.id) throw ownPassword();
    const removed: string[] = [];
    const note = (what: string, rows: readonly unknown[]) => {
      if (rows.length > 0) removed.push(`${rows.length} ${what}`);
    };
    const ids = sandboxIds(tx);

    for (const [what, rows] of await removeSalesOf(tx, sampleEmails)) note(what, rows);
    const payers = tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.stripeCustomerId, ids));
    await tx.delete(checkouts).where(inArray(checkouts.userId, payers));
    note(
      'payments of the sandbox',
      await tx.delete(payments).where(isOfSandbox(tx)).returning({ id: payments.id }),
    );
    note(
      'subscriptions of the sandbox',
      await tx
        .delete(subscriptions)
        .where(inArray(subscriptions.stripeSubscriptionId, ids))
        .returning({ id: subscriptions.id }),
    );
    await tx.delete(planPrices).where(inArray(planPrices.stripePriceId, ids));
    await tx.delete(formerPrices).where(inArray(formerPrices.stripePriceId, ids));
    await tx.delete(stripeCursors).where(eq(stripeCursors.account, 'sandbox'));
    await tx.delete(stripeEvents).where(
      sql`${stripeEvents.payload} -> 'data' -> 'object' ->> 'customer' in ${ids}
        or ${stripeEvents.payload} -> 'data' -> 'object' ->> 'id' in ${ids}`,
    );
    await tx
      .update(users)
      .set({ stripeCustomerId: null, stripeAccount: '' })
      .where(inArray(users.stripeCustomerId, ids));
    await tx.delete(sandboxObjects);

    note(
      'sample clients',
      await tx.delete(users).where(inArray(users.email, clientEmails)).returning({ id: users.id }),
    );
    // Companies with other members or documents are not removed.
    note(
      'sample companies',
      await tx
        .delete(companies)
        .where(
          and(
            inArray(companies.name, companyNames),
            ...[users, invoices, proposals, serviceRequests].map(
              (table) =>
                sql`not exists (select from ${table} where ${table.companyId} = ${companies.id})`,
            ),
          ),
        )
        .returning({ id: companies.id }),
    );
    note(
      'sample admins',
      await tx
        .delete(users)
        .where(inArray(users.email, colleagueEmails))
        .returning({ id: users.id }),
    );
    note(
      'sample quotes',
      await tx.delete(quotes).where(inArray(quotes.email, leadEmails)).returning({ id: quotes.id }),
    );
    note(
      'sample messages',
      await tx
        .delete(contactMessages)
        .where(inArray(contactMessages.email, leadEmails))
        .returning({ id: contactMessages.id }),
    );
    await tx.delete(mails).where(inArray(mails.to, sampleEmails));
    for (const [action, did] of demoHistory) {
      await tx
        .delete(auditLog)
        .where(and(eq(auditLog.action, action), sql`${auditLog.description} like ${`% ${did}`}`));
    }

    for (const key of contentKeys) {
      for (const [what, rows] of await removeSampleContent(tx, key, { isForGood }))
        note(what, rows);
    }
    for (const [what, rows] of await removeSampleTexts(tx)) note(what, rows);

    if (admin) {
      await tx.delete(users).where(eq(users.id, admin));
      removed.push(`the demo's admin “${demoAdmin.username}”`);
    }
    if (actor !== 'system' && removed.length > 0) {
      await recordAudit(tx, actor, {
        action: 'samples.removed',
        about: 'setting:samples',
        did: `removed the samples of the demo: ${removed.length} ${removed.length === 1 ? 'entry' : 'entries'}`,
        before: { removed },
      });
    }
    return removed;
  });
}

const ownPassword = () =>
  new AppError(
    'CONFLICT',
    'Your password is the known one of the demo, so that your own account would be removed. Change it first.',
  );
