import { type BillingAdmin, createBillingAdmin } from './features/billing/admin';
import { type BlogAdmin, createBlogAdmin } from './features/content/blog/admin';
import { createPlansAdmin, type PlansAdmin } from './features/content/plans/admin';
import { createPortfolioAdmin, type PortfolioAdmin } from './features/content/portfolio/admin';
import { createServicesAdmin, type ServicesAdmin } from './features/content/services/admin';
import { createUsersAdmin, type UsersAdmin } from './features/identity/users-admin';
import { type ContactAdmin, createContactAdmin } from './features/leads/messages/admin';
import { createQuotesAdmin, type QuotesAdmin } from './features/leads/quotes/admin';
import { createOverview, type Overview } from './features/overview/service';
import { createRequestsAdmin, type RequestsAdmin } from './features/requests/admin';
import type { Requests } from './features/requests/service';
import { createSettingsAdmin, type SettingsAdmin } from './features/settings/admin';
import type { Audit } from './platform/audit/audit';
import { createAudit } from './platform/audit/audit';
import type { Database } from './platform/db/client';
import type { Letters } from './platform/mail/emails';

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
