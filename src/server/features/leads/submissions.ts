import { sql } from 'drizzle-orm';

import type { CurrentUser } from '~/contract/identity/identity-schema';

/** Link markup, which bots enter in forms, and people paste at times. */
const linkMarkup = /\[(?:url|link)\s*=|<a\s[^>]*href/i;

/**
 * Returns why the content of a submission may be spam; null if nothing indicates it. The lead is only marked, not
 * rejected. Speed is no indication, because a restored form is sent immediately, and other programs report no time.
 */
export function spamReasonOf(
  signs: { website?: string | undefined },
  texts: readonly string[],
): string | null {
  if (signs.website) return 'filled the hidden field';
  return texts.some((text) => linkMarkup.test(text)) ? 'holds a link in markup' : null;
}

/**
 * SQL condition on a table of leads: matches those that are not marked as spam. Only these are counted and listed, and
 * need a reply.
 */
export const isNewsRow = sql`(not is_spam)`;

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** Sender of a form. */
export interface Sender {
  /** Network for the rate limit; undefined for submissions that the server itself creates. */
  network?: string | undefined;
  /** Id of the session, if there is one. Idempotency keys are unique within the session, or else within the network. */
  session?: number | undefined;
  /** The signed-in client. */
  clientId?: string | undefined;
  /** Verified email of the signed-in client. Undefined for an admin, whose email is not verified. */
  provenEmail?: string | undefined;
}

export const senderOf = (request: {
  user: CurrentUser | null;
  visit: { network: string; session: { id: number } | undefined };
}): Sender => ({
  network: request.visit.network,
  session: request.visit.session?.id,
  clientId: request.user && !request.user.isAdmin ? request.user.id : undefined,
  provenEmail: request.user && !request.user.isAdmin ? request.user.email : undefined,
});

/**
 * Returns the client who sends a lead with their own email; null for any other sender. The email
 * proves their identity, unlike a name.
 */
export const sentByOf = ({ clientId, provenEmail }: Sender, email: string): string | null =>
  clientId !== undefined && email.toLowerCase() === provenEmail ? clientId : null;
