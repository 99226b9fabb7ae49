import type { CurrentUser } from '~/contract/identity';
import type { Portfolio } from '../portfolio/service';
import type { Quotes } from '../quotes/service';
import type { Services } from '../services/service';
import type { Settings } from '../settings/service';
import type { Shown } from './shown';

/** Every noun's service, built once at start. */
export interface Domain {
  services: Services;
  portfolio: Portfolio;
  quotes: Quotes;
  settings: Settings;
}

/** What a procedure knows of the request that called it. */
export interface Context {
  domain: Domain;
  user: CurrentUser | null;
  requestId: string;
  /** The Idempotency-Key header, where a caller sent one. */
  idempotencyKey: string | undefined;
  shown: Shown;
}
