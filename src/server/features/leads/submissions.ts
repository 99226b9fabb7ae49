import { sql } from 'drizzle-orm';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { minFillMs } from '~/contract/leads/submission';

/** Sent by an API client or a bot: the agency is notified, the sender gets no email. */
const noFillTime = 'sent without a fill time';

/** Returns why a submission looks like spam; null when it does not. Bots fill hidden fields, submit at once, or send no fill time. */
export function spamReasonOf(signs: {
  website?: string | undefined;
  filledInMs?: number | undefined;
}): string | null {
  if (signs.website) return 'filled the hidden field';
  if (signs.filledInMs === undefined) return noFillTime;
  if (signs.filledInMs < minFillMs) return 'sent at once';
  return null;
}

/** Whether the agency is notified of a lead and sees it among new leads. */
export const isNews = (spamReason: string | null): boolean =>
  spamReason === null || spamReason === noFillTime;

/** The same as an SQL condition on a table of leads. */
export const isNewsRow = sql`(spam_reason is null or spam_reason = ${noFillTime})`;

export const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** The sender of a form. */
export interface Sender {
  /** The network that the rate limit counts by; undefined for submissions of the product itself. */
  network?: string | undefined;
  /** The verified email of the signed-in client. An admin's email was entered by hand and is not verified. */
  provenEmail?: string | undefined;
}

export const senderOf = (request: {
  user: CurrentUser | null;
  visit: { network: string };
}): Sender => ({
  network: request.visit.network,
  provenEmail: request.user && !request.user.isAdmin ? request.user.email : undefined,
});
