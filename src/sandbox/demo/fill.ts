import { eq } from 'drizzle-orm';

import type { RecordRef } from '~/contract/conversations/records';
import { join } from '~/server/features/companies/membership';
import {
  followStatus,
  openConversation,
} from '~/server/features/conversations/conversations.service';
import { digitsOf } from '~/server/features/leads/submissions';
import { nameOf } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies } from '~/server/platform/db/schema/companies';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { users } from '~/server/platform/db/schema/identity';
import { quotes } from '~/server/platform/db/schema/quotes';
import { requestEvents, serviceRequests } from '~/server/platform/db/schema/requests';
import { services } from '~/server/platform/db/schema/services';
import { settings } from '~/server/platform/db/schema/settings';
import { addColleagues } from './admins';
import type { DemoPlans } from './demo-plans';
import { demoMessages, demoQuotes } from './leads';
import { type DemoClient, demoClients, demoCompanies } from './people';
import { type DemoSales, salesActs } from './sales';
import { samplePlans } from './sample-plans';
import { addThreads, type DemoThreads } from './threads';
import { addTraffic } from './traffic';

export interface DemoOptions {
  plans: DemoPlans;
  sales: DemoSales;
  threads: DemoThreads;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Returns a time within the working day, with a different minute for each call. */
const daysBack = (days: number, nth = 0) => new Date(Date.now() - days * dayMs - nth * 97 * 60_000);
const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/**
 * Fills a new demo with leads, clients and their history, so that every screen shows some data.
 * Runs only once, so that deleted samples do not come back.
 *
 * @returns whether anything was written
 */
export async function fillDemo(db: Database, options: DemoOptions): Promise<boolean> {
  const [isFirst] = await db
    .insert(settings)
    .values({ key: 'demo_filled', value: true })
    .onConflictDoNothing()
    .returning({ key: settings.key });
  if (!isFirst || (await db.select({ id: quotes.id }).from(quotes).limit(1)).length > 0)
    return false;
  const offered = await db
    .select({ id: services.id, slug: services.slug, name: services.name })
    .from(services);
  const bySlug = new Map(offered.map((service) => [service.slug, service]));
  await addLeads(db, bySlug);
  for (const client of demoClients) await addClient(db, client, bySlug);
  await addCompanies(db);
  await addHistory(db);
  await addColleagues(db);
  await addThreads(db, options.threads);
  await addDocuments(db, options);
  await addTraffic(db);
  return true;
}

type Offered = ReadonlyMap<string, { id: number; name: string }>;

/** Returns the time of the reply to a lead: an hour or two after its arrival. */
const answered = (isAnswered: boolean, arrived: Date, nth: number): Date | null =>
  isAnswered ? new Date(arrived.getTime() + (40 + 17 * nth) * 60_000) : null;

async function addLeads(db: Database, bySlug: Offered): Promise<void> {
  const quoted = await db
    .insert(quotes)
    .values(
      demoQuotes.map(({ service, details, daysAgo, ...quote }, nth) => ({
        ...quote,
        phoneDigits: digitsOf(quote.phone),
        serviceId: bySlug.get(service)?.id ?? null,
        serviceName: bySlug.get(service)?.name ?? '',
        projectDetails: details,
        firstAnswerAt: answered(quote.status !== 'pending', daysBack(daysAgo, nth), nth),
        createdAt: daysBack(daysAgo, nth),
        updatedAt: daysBack(daysAgo, nth),
      })),
    )
    .returning();
  for (const row of quoted) await openAs(db, 'quote', row, 'pending');
  const written = await db
    .insert(contactMessages)
    .values(
      demoMessages.map(({ daysAgo, ...message }, nth) => ({
        ...message,
        firstAnswerAt: answered(message.status === 'replied', daysBack(daysAgo, nth + 2), nth),
        createdAt: daysBack(daysAgo, nth + 2),
        updatedAt: daysBack(daysAgo, nth + 2),
      })),
    )
    .returning();
  for (const row of written) await openAs(db, 'message', row, 'unread');
}

/** Opens the conversation about a record after the record has reached its final status. */
async function openAs(
  db: Database,
  kind: RecordRef['kind'],
  row: { id: number; status: string; createdAt: Date },
  first: string,
): Promise<void> {
  const ref = { kind, id: row.id };
  await openConversation(db, ref, row.createdAt);
  await followStatus(db, ref, [first, row.status]);
}

async function addClient(db: Database, client: DemoClient, bySlug: Offered): Promise<void> {
  const { firstName, lastName, email, daysAgo, requests } = client;
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 20);
  await db.insert(users).values({
    id,
    firstName,
    lastName,
    email,
    createdAt: daysBack(daysAgo),
    updatedAt: daysBack(daysAgo),
  });

  for (const [nth, request] of requests.entries()) {
    const { title, description, status, note = '', dueIn } = request;
    const createdAt = daysBack(request.daysAgo, nth);
    const [row] = await db
      .insert(serviceRequests)
      .values({
        userId: id,
        serviceId: bySlug.get(request.service)?.id ?? null,
        title,
        description,
        status,
        note,
        targetDate: dueIn === undefined ? null : dateIn(dueIn),
        createdAt,
        updatedAt: createdAt,
      })
      .returning();
    if (!row) throw new Error('a demo request was not stored');
    await openAs(db, 'request', row, 'pending');
    const at = (share: number) => new Date(createdAt.getTime() + request.daysAgo * dayMs * share);
    const event = { requestId: row.id, byAgency: true };
    await db.insert(requestEvents).values([
      { ...event, kind: 'created', byAgency: false, createdAt },
      ...(status === 'pending'
        ? []
        : [
            {
              ...event,
              kind: 'status' as const,
              text: status,
              byAgency: status !== 'cancelled',
              createdAt: at(status === 'completed' ? 0.5 : 0.3),
            },
          ]),
      ...(note
        ? [
            {
              ...event,
              kind: 'note' as const,
              text: note,
              createdAt: at(status === 'completed' ? 0.6 : 0.9),
            },
          ]
        : []),
    ]);
  }
}

/** Adds subscriptions, proposals and invoices, oldest first, so that the numbers of documents ascend with their dates. */
async function addDocuments(db: Database, options: DemoOptions): Promise<void> {
  const subscriptions = await samplePlans(db, options.plans);
  const acts = [
    ...subscriptions.flatMap(({ acts }) => acts),
    ...salesActs(db, (await demoActor(db)) ?? 'system', options.sales),
  ];
  for (const { act } of acts.toSorted((one, other) => other.daysAgo - one.daysAgo)) await act();
  for (const { moveBack } of subscriptions) await moveBack();
}

/**
 * Adds companies. Runs after clients were added, so that their requests belong to a company, and
 * before documents that are addressed to the company are added.
 */
async function addCompanies(db: Database): Promise<void> {
  for (const { members, ...fields } of demoCompanies) {
    await db.transaction(async (tx) => {
      const [company] = await tx.insert(companies).values(fields).returning();
      if (!company) throw new Error('a demo company was not stored');
      for (const { email, ...rights } of members) {
        const [client] = await tx
          .select({ id: users.id })
          .from(users)
          .where(eq(users.email, email));
        if (client) await join(tx, 'system', company.id, { clientId: client.id, ...rights });
      }
    });
  }
}

/** Past actions of the sample agency's admin. */
export const demoHistory: [action: string, did: string, daysAgo: number][] = [
  ['quote.status', 'marked the quote from Claire Dubois as contacted', 2],
  ['quote.status', 'marked the quote from Jonah Whitfield as approved', 35],
  ['service.updated', 'updated the service “Website Care”', 11],
  ['message.replied', 'replied to the message from Maren Okafor', 4],
  ['post.created', 'created the post “What a website costs, line by line”', 16],
];

/** Returns the sample agency's admin. */
async function demoActor(db: Database) {
  const [admin] = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.isAdmin, true))
    .limit(1);
  return admin;
}

async function addHistory(db: Database): Promise<void> {
  const admin = await demoActor(db);
  if (!admin) return;
  const name = nameOf(admin);
  await db.insert(auditLog).values(
    demoHistory.map(([action, did, daysAgo], nth) => ({
      actorId: admin.id,
      actorName: name,
      action,
      about: action.split('.')[0] ?? '',
      description: `${name} ${did}`,
      createdAt: daysBack(daysAgo, nth),
    })),
  );
}
