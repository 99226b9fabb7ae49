import { eq } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { companies } from '~/server/platform/db/schema/companies';
import {
  billingProfiles,
  externalAccounts,
  sessions,
  users,
} from '~/server/platform/db/schema/identity';
import { notificationChoices } from '~/server/platform/db/schema/notifications';
import { plans } from '~/server/platform/db/schema/plans';

/** Returns the account of a client, with its billing data, sessions and plans. */
export async function accountRecordOf(db: Database, id: string) {
  const [[account], [billing], [mailsWanted], signedIn, providers, plansHad] = await Promise.all([
    db
      .select({
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
        emailVerifiedAt: users.emailVerifiedAt,
        createdAt: users.createdAt,
        company: companies.name,
        companyRights: users.companyRights,
        isCompanyManager: users.isCompanyManager,
        deletionDueAt: users.deletionDueAt,
      })
      .from(users)
      .leftJoin(companies, eq(companies.id, users.companyId))
      .where(eq(users.id, id)),
    db.select().from(billingProfiles).where(eq(billingProfiles.userId, id)),
    db.select().from(notificationChoices).where(eq(notificationChoices.userId, id)),
    db
      .select({
        device: sessions.device,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, id)),
    db
      .select({ provider: externalAccounts.provider, createdAt: externalAccounts.createdAt })
      .from(externalAccounts)
      .where(eq(externalAccounts.userId, id)),
    db
      .select({
        plan: plans.name,
        cycle: subscriptions.cycle,
        amountCents: subscriptions.amountCents,
        currency: subscriptions.currency,
        status: subscriptions.status,
        card: subscriptions.card,
        taxedFor: subscriptions.taxedBuyer,
        createdAt: subscriptions.createdAt,
        canceledAt: subscriptions.canceledAt,
      })
      .from(subscriptions)
      .leftJoin(plans, eq(plans.id, subscriptions.planId))
      .where(eq(subscriptions.userId, id)),
  ]);
  const withoutId = <T extends { userId: string }>(row: T | undefined) => {
    if (!row) return null;
    const { userId: _, ...rest } = row;
    return rest;
  };
  return {
    account: account ?? null,
    billing: withoutId(billing),
    mailsAboutRequests: withoutId(mailsWanted),
    sessions: signedIn,
    signInProviders: providers,
    subscriptions: plansHad,
  };
}
