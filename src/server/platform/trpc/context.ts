import type { CurrentUser, OfferedProvider } from '~/contract/identity/identity';
import type { AdminDomain } from '~/server/admin-services';
import type { Billing } from '~/server/features/billing/service';
import type { Blog } from '~/server/features/content/blog/service';
import type { Plans } from '~/server/features/content/plans/service';
import type { Portfolio } from '~/server/features/content/portfolio/service';
import type { Services } from '~/server/features/content/services/service';
import type { Dashboard } from '~/server/features/dashboard/service';
import type { Identity } from '~/server/features/identity/service';
import type { Contact } from '~/server/features/leads/messages/service';
import type { Quotes } from '~/server/features/leads/quotes/service';
import type { Requests } from '~/server/features/requests/service';
import type { Settings } from '~/server/features/settings/service';
import type { Shown } from '~/server/platform/cache/cache-tags';
import type { Live } from '~/server/platform/events/panel-stream';
import type { Jobs } from '~/server/platform/jobs/jobs';
import type { Mail } from '~/server/platform/mail/outbox';
import type { Media } from '~/server/platform/media/media';
import type { Budgets } from '~/server/platform/rate-limit/rate-limits';

/** Every noun's service, built once at start. */
export interface Domain {
  services: Services;
  portfolio: Portfolio;
  blog: Blog;
  plans: Plans;
  billing: Billing;
  quotes: Quotes;
  contact: Contact;
  requests: Requests;
  settings: Settings;
  media: Media;
  identity: Identity;
  mail: Mail;
  admin: AdminDomain;
  live: Live;
  jobs: Jobs;
  dashboard: Dashboard;
  budgets: Budgets;
  /** Other ways to sign in that are switched on. */
  providers: OfferedProvider[];
}

/** Where somebody is signed in. */
export interface VisitSession {
  id: number;
  token: string;
  /** When it ends, unless it is used until then. */
  expiresAt: Date;
}

/** What is known of whoever asks, beside who they are. */
export interface Visit {
  /** What budgets count by. */
  address: string;
  /** What the browser says of itself. */
  device: string;
  session: VisitSession | undefined;
  /** Says that an admin has signed in with this browser before. */
  knownBrowser: string | undefined;
  /** Names the browser that asked for a one-time code; what it sent, not verified yet. */
  codeBrowser: string | undefined;
  /** Headers for the answer, whichever path it leaves by. */
  reply: [name: string, value: string][];
  /** Sets the session's cookie, or clears it. */
  remember(session: { token: string; expiresAt: Date } | undefined): void;
  rememberBrowser(value: string): void;
  rememberCodeBrowser(value: string): void;
}

/** What a procedure knows of the request that called it. */
export interface Context {
  domain: Domain;
  user: CurrentUser | null;
  visit: Visit;
  requestId: string;
  /** The Idempotency-Key header, where a caller sent one. */
  idempotencyKey: string | undefined;
  shown: Shown;
}
