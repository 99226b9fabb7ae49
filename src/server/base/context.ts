import type { CurrentUser, OfferedProvider } from '~/contract/identity';
import type { AdminDomain } from '../admin/domain';
import type { Billing } from '../billing/service';
import type { Blog } from '../blog/service';
import type { Contact } from '../contact/service';
import type { Dashboard } from '../dashboard/service';
import type { Budgets } from '../identity/budgets';
import type { Identity } from '../identity/service';
import type { Jobs } from '../jobs/service';
import type { Live } from '../live/service';
import type { Mail } from '../mail/service';
import type { Media } from '../media/service';
import type { Plans } from '../plans/service';
import type { Portfolio } from '../portfolio/service';
import type { Quotes } from '../quotes/service';
import type { Requests } from '../requests/service';
import type { Services } from '../services/service';
import type { Settings } from '../settings/service';
import type { Shown } from './shown';

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
