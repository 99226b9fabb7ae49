import type { PostDraft } from '~/contract/blog/blog-form-schema';
import { signedOut } from '~/contract/common/errors';
import type { Page } from '~/contract/common/paging';
import type { CustomPageDraft } from '~/contract/custom-pages/custom-pages-schema';
import type { Caller } from '~/contract/identity/api-keys';
import type { CacheTags } from '~/server/platform/cache/cache-tags';
import type { TaggedCache } from '~/server/platform/cache/tagged-cache';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** Session of a request. */
interface VisitSession {
  id: number;
  token: string;
  /** Expiry of the session if it is not used. */
  expiresAt: Date;
}

/** Data about a request besides its user, and functions that set cookies in the sender's browser. */
export interface Visit {
  /** IP address of the sender, as far as the proxies can be trusted. */
  ip: string;
  /** Network for rate limits: an IPv4 address or an IPv6 /64. */
  network: string;
  /** User-Agent header. */
  device: string;
  /** Client for whose view the requesting page was rendered; undefined without a view. */
  viewedClient?: string | undefined;
  session: VisitSession | undefined;
  /** Signed cookie that identifies a browser with which an admin has signed in before. */
  knownBrowser: string | undefined;
  /** Cookie of the browser that requested a one-time code, not verified yet. */
  codeBrowser: string | undefined;
  /** Cookie of an admin's sign-in that waits for a second factor, not verified yet. */
  signIn: string | undefined;
  /** Origin of the site as this browser knows it, because passkeys are bound to it. */
  origin: string;
  /** Number of rows in the requested list, for the link to the next page. */
  total?: number;
  /** Response headers, which are set for all kinds of responses. */
  reply: [name: string, value: string][];
  /** Sets the cookie of a session, or clears it. */
  remember(session: { token: string; expiresAt: Date } | undefined): void;
  /** Sets the cookie of a sign-in that waits for a second factor, or clears it. */
  rememberSignIn(signIn: { token: string; expiresAt: Date } | undefined): void;
  rememberBrowser(value: string): void;
  rememberCodeBrowser(value: string): void;
}

/** Request data for procedures. Does not contain services, because routers get these as arguments. */
export interface Context {
  user: Caller | null;
  visit: Visit;
  requestId: string;
  /** Idempotency-Key header, if any. */
  idempotencyKey: string | undefined;
  rateLimits: RateLimits;
  cacheTags: CacheTags;
  /** Cached results of public procedures, by path and input. */
  reads: TaggedCache<object>;
  /** Unsaved setting, only for an admin's preview. */
  settingDraft?: { key: string; value: unknown } | undefined;
  /** Unsaved page of blocks, only for an admin's preview. */
  pageDraft?: CustomPageDraft | undefined;
  /** Unsaved post, only for an admin's preview. */
  postDraft?: PostDraft | undefined;
  /** Resolves once this instance has invalidated all cached data that earlier changes made stale. */
  changesHeard(): Promise<void>;
}

/** Returns the rows of a page, and sets the total so that REST responses link to the next page. */
export function rowsOf<Row>(
  { visit }: Pick<Context, 'visit'>,
  { rows, total }: Pick<Page<Row>, 'rows' | 'total'>,
): Row[] {
  visit.total = total;
  return rows;
}

/** Returns the id of the caller's session. Every signed-in caller has a session. */
export function sessionIdOf({ visit }: Pick<Context, 'visit'>): number {
  if (!visit.session) throw signedOut();
  return visit.session.id;
}
