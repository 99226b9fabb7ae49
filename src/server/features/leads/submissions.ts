import { sql } from 'drizzle-orm';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { minFillMs } from '~/contract/leads/submission';

/** A program that knows the API, or a bot: the agency is told, the sender gets no mail. */
const noFillTime = 'sent without a fill time';

/** Bots fill fields that people do not see, fill them at once, or do not say how long it took. */
export function spamReasonOf(signs: {
  website?: string | undefined;
  filledInMs?: number | undefined;
}): string | null {
  if (signs.website) return 'filled the hidden field';
  if (signs.filledInMs === undefined) return noFillTime;
  if (signs.filledInMs < minFillMs) return 'sent at once';
  return null;
}

/** Whether the agency is told of it, and sees it among its news. */
export const isNews = (spamReason: string | null): boolean =>
  spamReason === null || spamReason === noFillTime;

/** The same as a condition on a table of leads. */
export const isNewsRow = sql`(spam_reason is null or spam_reason = ${noFillTime})`;

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** Who sent a form. */
export interface Sender {
  /** The network that the form's rate limit counts by; undefined for what the product submits itself. */
  network?: string | undefined;
  /** The email of the signed-in client. An admin's was entered by hand, and proves nothing. */
  provenEmail?: string | undefined;
}

export const senderOf = (request: {
  user: CurrentUser | null;
  visit: { address: string };
}): Sender => ({
  network: request.visit.address,
  provenEmail: request.user && !request.user.isAdmin ? request.user.email : undefined,
});
