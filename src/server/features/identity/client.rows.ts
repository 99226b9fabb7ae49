import { and, eq, sql } from 'drizzle-orm';

import { type AdminUser, adminUserSchema, type UserStatus } from '~/contract/admin/admin-schema';
import { centsToAmount } from '~/contract/common/currencies';
import { isLiveSubscription } from '~/server/features/billing/figures';
import {
  netPaidElsewhere,
  netPaidHereCents,
  otherSums,
  ownCurrency,
} from '~/server/features/payments/figures';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';

export const status = sql<UserStatus>`case
  when ${users.deletedAt} is not null then 'deleted'
  when ${users.deletionDueAt} is not null then 'leaving'
  when ${users.disabledAt} is not null then 'disabled'
  else 'active' end`;

// Some columns are written as SQL, because the query builder omits the table's name in a query of one table, which
// would make `id` ambiguous.
export const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  company: sql<string>`coalesce((select name from companies where companies.id = users.company_id), '')`,
  profileImageUrl: users.profileImageUrl,
  status,
  isDisabled: sql<boolean>`${users.disabledAt} is not null`,
  sessions: sql<number>`(select count(*)::int from sessions where user_id = users.id and expires_at > now())`,
  requests: sql<number>`(select count(*)::int from service_requests where user_id = users.id)`,
  spentCents: sql<string>`(select ${netPaidHereCents} from payments where user_id = users.id)`,
  ownCurrency: sql<string>`${ownCurrency}`,
  elsewhere: netPaidElsewhere(sql`payments.user_id = users.id`),
  plan: sql<string | null>`(select coalesce(plans.name, 'Unknown plan') from subscriptions
    left join plans on plans.id = plan_id
    where user_id = users.id and ${isLiveSubscription} limit 1)`,
  createdAt: users.createdAt,
};

type Row = Omit<AdminUser, 'spent' | 'otherCurrencies' | 'createdAt'> & {
  spentCents: string;
  ownCurrency: string;
  elsewhere: { currency: string; cents: number }[] | null;
  createdAt: Date;
};

export function toAdminUser({
  spentCents,
  ownCurrency: currency,
  elsewhere,
  createdAt,
  ...row
}: Row): AdminUser {
  return {
    ...row,
    spent: centsToAmount(Number(spentCents), currency),
    ...otherSums(elsewhere),
    createdAt: createdAt.toISOString(),
  };
}

/** Excludes admins. Owners manage them in a separate section, and a manager must not change them here. */
export const isClient = eq(users.isAdmin, false);
const clientBy = (id: string) => and(isClient, eq(users.id, id));

export async function readClient(
  db: Pick<Database, 'select'>,
  id: string,
): Promise<AdminUser | undefined> {
  const [row] = await db.select(columns).from(users).where(clientBy(id));
  return row && toAdminUser(row);
}

/** Emits the webhook event for a new client. */
export const emitClientCreated = (tx: Pick<Database, 'insert' | 'select'>, id: string) =>
  emitEvent(tx, 'client.created', {
    about: `user:${id}`,
    read: async () => adminUserSchema.parse(await readClient(tx, id)),
  });
