import { and, count, eq, isNotNull, sql } from 'drizzle-orm';

import { owingStatuses } from '~/contract/billing/billing';
import type { WaitingCounts } from '~/contract/dashboard/dashboard-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { openProposalStatuses } from '~/contract/proposals/proposals';
import { isInvoiceOf, isProposalOf, isRequestOf } from '~/server/features/companies/ownership';
import { isOwnMessage, isOwnQuote } from '~/server/features/requests/inquiries';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { companies } from '~/server/platform/db/schema/companies';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { messages } from '~/server/platform/db/schema/messages';
import { proposals } from '~/server/platform/db/schema/proposals';
import { serviceRequests } from '~/server/platform/db/schema/requests';

/** Counts the open tasks of a client. Each query checks who owns a row. */
export async function waitingOf(
  db: Database,
  client: Pick<CurrentUser, 'id' | 'email'>,
  today: string,
): Promise<WaitingCounts> {
  const ownRequest = isRequestOf(client.id);
  const [member, [answers], [decisions], [offered], [owed], [owing]] = await Promise.all([
    memberOf(db, client),
    db
      .select({ all: count() })
      .from(serviceRequests)
      .where(and(ownRequest, isNotNull(serviceRequests.waitingSince))),
    db
      .select({ all: count() })
      .from(files)
      .innerJoin(messages, eq(messages.id, files.messageId))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
      .where(
        and(
          ownRequest,
          sql`${serviceRequests.status} <> 'cancelled'`,
          eq(messages.internal, false),
          eq(files.deliverable, 'waiting'),
        ),
      ),
    db
      .select({ all: count() })
      .from(proposals)
      .where(
        and(
          isProposalOf(client),
          sql`${proposals.status} in ${openProposalStatuses}`,
          sql`${proposals.validUntil} >= ${today}`,
        ),
      ),
    db
      .select({ all: count() })
      .from(invoices)
      .where(and(isInvoiceOf(client), eq(invoices.status, 'open'))),
    db
      .select({ all: count() })
      .from(subscriptions)
      .where(
        and(eq(subscriptions.userId, client.id), sql`${subscriptions.status} in ${owingStatuses}`),
      ),
  ]);
  return {
    requests: answers?.all ?? 0,
    files: decisions?.all ?? 0,
    proposals: offered?.all ?? 0,
    invoices: owed?.all ?? 0,
    plan: owing?.all ?? 0,
    member,
  };
}

async function memberOf(
  db: Database,
  { id, email }: Pick<CurrentUser, 'id' | 'email'>,
): Promise<WaitingCounts['member']> {
  const [member] = await db
    .select({
      company: companies.name,
      mayRequest: sql<boolean>`'requests' = any(${users.companyRights})`,
      hasAsked: sql<boolean>`(
        exists (select from quotes where ${isOwnQuote(email)})
        or exists (select from contact_messages where ${isOwnMessage(email)})
        or exists (select from service_requests where ${isRequestOf(id)}))`,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, id));
  return member ?? null;
}
