import { sql } from 'drizzle-orm';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { minFillMs } from '~/contract/leads/submission';
import type { Database } from '~/server/platform/db/client';
import { mailboxOf } from '~/server/platform/mail/mailbox';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

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

/**
 * Whether the sender gets a mail that confirms what came in. Anyone can enter anyone's address, so that each mailbox gets few of them, and the
 * whole site sends few; no single network can use up what the site sends. In the transaction of the lead: a repeat, which stores nothing, takes nothing.
 */
export async function mayConfirm(
  tx: Pick<Database, 'insert'>,
  rateLimits: RateLimits,
  lead: { email: string; spamReason: string | null },
  { network }: Sender,
): Promise<boolean> {
  return (
    lead.spamReason === null &&
    (await rateLimits.tryConsume(tx, 'confirmationsToMailbox', mailboxOf(lead.email))) &&
    (network === undefined ||
      (await rateLimits.tryConsume(tx, 'confirmationsFromNetwork', network))) &&
    (await rateLimits.tryConsume(tx, 'confirmations', 'site'))
  );
}

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

/**
 * Counts a form against its sender's rate limit, in the transaction of the lead: an attempt that fails on our side costs nothing, so that
 * a sender who tries again after an outage is not refused.
 */
export async function countForm(
  tx: Pick<Database, 'insert'>,
  rateLimits: RateLimits,
  form: 'quoteForm' | 'contactForm',
  { network }: Sender,
): Promise<void> {
  if (network !== undefined) await rateLimits.consumeIn(tx, form, network);
}

export const isOwnAddress = ({ provenEmail }: Sender, email: string): boolean =>
  provenEmail !== undefined && provenEmail === email.toLowerCase();
