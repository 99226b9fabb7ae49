import { sql } from 'drizzle-orm';

import type { CurrentUser } from '~/contract/identity/identity-schema';

/** Markup of links, which programs fill forms in with, and people sometimes paste. */
const linkMarkup = /\[(?:url|link)\s*=|<a\s[^>]*href/i;

/**
 * Returns why a submission may be spam by what it holds; null when nothing suggests it. This only marks the lead. Time is no evidence: a form
 * that was restored is sent at once, and other programs send none.
 */
export function spamReasonOf(
  signs: { website?: string | undefined },
  texts: readonly string[],
): string | null {
  if (signs.website) return 'filled the hidden field';
  return texts.some((text) => linkMarkup.test(text)) ? 'holds a link in markup' : null;
}

/** Leads that are not marked as spam: they are counted, listed and due. An SQL condition on a table of leads. */
export const isNewsRow = sql`(not is_spam)`;

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** The sender of a form. */
export interface Sender {
  /** The network that the rate limit counts by; undefined for submissions of the product itself. */
  network?: string | undefined;
  /** The session, where there is one: keys of repeats count within it, and within the network otherwise. */
  session?: number | undefined;
  /** The signed-in client. */
  clientId?: string | undefined;
  /** The verified email of the signed-in client. An admin's email was entered by hand and is not verified. */
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

/** The client who sends a lead, where it has their own email: evidence of whose it is, which a name is not. */
export const sentByOf = ({ clientId, provenEmail }: Sender, email: string): string | null =>
  clientId !== undefined && email.toLowerCase() === provenEmail ? clientId : null;
