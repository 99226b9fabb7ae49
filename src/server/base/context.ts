import type { CurrentUser } from '~/contract/identity';
import type { Blog } from '../blog/service';
import type { Contact } from '../contact/service';
import type { Media } from '../media/service';
import type { Plans } from '../plans/service';
import type { Portfolio } from '../portfolio/service';
import type { Quotes } from '../quotes/service';
import type { Services } from '../services/service';
import type { Settings } from '../settings/service';
import type { Shown } from './shown';

/** Every noun's service, built once at start. */
export interface Domain {
  services: Services;
  portfolio: Portfolio;
  blog: Blog;
  plans: Plans;
  quotes: Quotes;
  contact: Contact;
  settings: Settings;
  media: Media;
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
