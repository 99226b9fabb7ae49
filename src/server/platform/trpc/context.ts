import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { CacheTags } from '~/server/platform/cache/cache-tags';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

/** The session that a request was made with. */
export interface VisitSession {
  id: number;
  token: string;
  /** When it ends, unless it is used until then. */
  expiresAt: Date;
}

/** What is known of a request's sender beside the user, and what to set in the sender's browser. */
export interface Visit {
  /** The network that rate limits count by: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The User-Agent header. */
  device: string;
  session: VisitSession | undefined;
  /** Says that an admin has signed in with this browser before. */
  knownBrowser: string | undefined;
  /** Names the browser that asked for a one-time code; what it sent, not verified yet. */
  codeBrowser: string | undefined;
  /** Response headers, whichever path the response leaves by. */
  reply: [name: string, value: string][];
  /** Sets the session's cookie, or clears it. */
  remember(session: { token: string; expiresAt: Date } | undefined): void;
  rememberBrowser(value: string): void;
  rememberCodeBrowser(value: string): void;
}

/** What a procedure knows of the request that called it. Services reach a router as arguments, not by the context. */
export interface Context {
  user: CurrentUser | null;
  visit: Visit;
  requestId: string;
  /** The Idempotency-Key header, where a caller sent one. */
  idempotencyKey: string | undefined;
  rateLimits: RateLimits;
  cacheTags: CacheTags;
  /** Resolves once this instance serves nothing cached from before the changes made so far. */
  changesHeard(): Promise<void>;
}
