import { sql } from 'drizzle-orm';

import type { CurrentUser } from '~/contract/identity';
import { minFillMs } from '~/contract/submission';
import type { Database } from '../db/client';
import type { Budgets } from '../identity/budgets';
import { mailboxOf } from '../mail/mailbox';

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
 * Whether the sender gets a mail that confirms what came in. Anyone can enter anyone's address, so that each mailbox gets few of them, and so
 * does the whole site. In the transaction of the lead: a repeat, which stores nothing, takes nothing.
 */
export async function mayConfirm(
  tx: Pick<Database, 'insert'>,
  budgets: Budgets,
  lead: { email: string; spamReason: string | null },
): Promise<boolean> {
  return (
    lead.spamReason === null &&
    (await budgets.trySpend(tx, 'confirmationsToMailbox', mailboxOf(lead.email))) &&
    (await budgets.trySpend(tx, 'confirmations', 'site'))
  );
}

/** Who sent a form: someone signed in with an address has proven it. */
export interface Sender {
  provenEmail?: string | undefined;
}

/** An admin's own address was entered by hand. */
export const senderOf = (user: CurrentUser | null): Sender => ({
  provenEmail: user && !user.isAdmin ? user.email : undefined,
});

export const isOwnAddress = ({ provenEmail }: Sender, email: string): boolean =>
  provenEmail !== undefined && provenEmail === email.toLowerCase();
