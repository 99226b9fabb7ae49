import type { PostDraft } from '~/contract/blog/blog-form-schema';
import { signedOut } from '~/contract/common/errors';
import type { Page } from '~/contract/common/paging';
import type { Caller } from '~/contract/identity/api-keys';
import type { OwnPageDraft } from '~/contract/own-pages/own-pages-schema';
import type { CacheTags } from '~/server/platform/cache/cache-tags';
import type { TaggedCache } from '~/server/platform/cache/tagged-cache';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** The session of a request. */
interface VisitSession {
  id: number;
  token: string;
  /** When it ends unless it is used. */
  expiresAt: Date;
}

/** What is known of a request's sender besides the user, and what to set in the sender's browser. */
export interface Visit {
  /** Of the sender, as far as the proxies can be trusted. */
  ip: string;
  /** The network that rate limits count by: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The User-Agent header. */
  device: string;
  /** Whose view the page that asks was rendered for; undefined for none. */
  viewedClient?: string | undefined;
  session: VisitSession | undefined;
  /** Signed cookie of a browser that an admin has signed in with. */
  knownBrowser: string | undefined;
  /** Cookie of the browser that requested a one-time code; not verified yet. */
  codeBrowser: string | undefined;
  /** Cookie of an admin's sign-in that waits for a second factor; not verified yet. */
  signIn: string | undefined;
  /** The site's origin as this browser knows it: passkeys are bound to it. */
  origin: string;
  /** Rows of the requested list on all its pages, for the link to the next one. */
  total?: number;
  /** Response headers, for every kind of response. */
  reply: [name: string, value: string][];
  /** Sets the session's cookie, or clears it. */
  remember(session: { token: string; expiresAt: Date } | undefined): void;
  /** Sets the cookie of a sign-in that waits for a second factor, or clears it. */
  rememberSignIn(signIn: { token: string; expiresAt: Date } | undefined): void;
  rememberBrowser(value: string): void;
  rememberCodeBrowser(value: string): void;
}

/** What a procedure knows of the request. Services are passed to routers as arguments, not in the context. */
export interface Context {
  user: Caller | null;
  visit: Visit;
  requestId: string;
  /** The Idempotency-Key header, if any. */
  idempotencyKey: string | undefined;
  rateLimits: RateLimits;
  cacheTags: CacheTags;
  /** Results of public procedures, by path and input. */
  reads: TaggedCache<object>;
  /** A setting that is not saved: for the preview of an admin alone. */
  settingDraft?: { key: string; value: unknown } | undefined;
  /** A page of blocks that is not saved: for the preview of an admin alone. */
  pageDraft?: OwnPageDraft | undefined;
  /** A post that is not saved: for the preview of an admin alone. */
  postDraft?: PostDraft | undefined;
  /** Resolves once this instance has dropped everything that the changes made so far have made stale. */
  changesHeard(): Promise<void>;
}

/** The rows of a page. REST then links to the next one. */
export function rowsOf<Row>(
  { visit }: Pick<Context, 'visit'>,
  { rows, total }: Pick<Page<Row>, 'rows' | 'total'>,
): Row[] {
  visit.total = total;
  return rows;
}

/** The id of the caller's session, which every signed-in caller has. */
export function sessionIdOf({ visit }: Pick<Context, 'visit'>): number {
  if (!visit.session) throw signedOut();
  return visit.session.id;
}
