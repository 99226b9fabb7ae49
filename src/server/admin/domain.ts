import type { Audit } from '../audit/service';
import { createAudit } from '../audit/service';
import { type BillingAdmin, createBillingAdmin } from '../billing/admin';
import { type BlogAdmin, createBlogAdmin } from '../blog/admin';
import { type ContactAdmin, createContactAdmin } from '../contact/admin';
import type { Database } from '../db/client';
import { createUsersAdmin, type UsersAdmin } from '../identity/users-admin';
import type { Letters } from '../mail/letters';
import { createOverview, type Overview } from '../overview/service';
import { createPlansAdmin, type PlansAdmin } from '../plans/admin';
import { createPortfolioAdmin, type PortfolioAdmin } from '../portfolio/admin';
import { createQuotesAdmin, type QuotesAdmin } from '../quotes/admin';
import { createRequestsAdmin, type RequestsAdmin } from '../requests/admin';
import type { Requests } from '../requests/service';
import { createServicesAdmin, type ServicesAdmin } from '../services/admin';
import { createSettingsAdmin, type SettingsAdmin } from '../settings/admin';

/** What only admins do, noun by noun. */
export interface AdminDomain {
  audit: Audit;
  overview: Overview;
  services: ServicesAdmin;
  portfolio: PortfolioAdmin;
  blog: BlogAdmin;
  plans: PlansAdmin;
  quotes: QuotesAdmin;
  messages: ContactAdmin;
  requests: RequestsAdmin;
  payments: BillingAdmin;
  users: UsersAdmin;
  settings: SettingsAdmin;
}

export function createAdminDomain(
  db: Database,
  letters: Letters,
  others: { requests: Requests },
): AdminDomain {
  const audit = createAudit(db);
  return {
    audit,
    overview: createOverview(db),
    services: createServicesAdmin(db),
    portfolio: createPortfolioAdmin(db),
    blog: createBlogAdmin(db),
    plans: createPlansAdmin(db),
    quotes: createQuotesAdmin(db, audit),
    messages: createContactAdmin(db, audit, letters),
    requests: createRequestsAdmin(db, { audit, letters, handling: others.requests }),
    payments: createBillingAdmin(db),
    users: createUsersAdmin(db, audit),
    settings: createSettingsAdmin(db),
  };
}

/** Deletes for good what has lain in the trash long enough. @returns how many rows */
export async function purgeTrash(domain: AdminDomain, now: Date): Promise<number> {
  const purged = await Promise.all(
    [domain.services, domain.portfolio, domain.blog, domain.plans].map((one) => one.purge(now)),
  );
  return purged.reduce((sum, count) => sum + count, 0);
}
