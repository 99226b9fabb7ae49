import type { DocumentLinks } from '~/server/features/documents/links';
import type { Database } from '~/server/platform/db/client';
import { mailboxOf } from '~/server/platform/mail/mailbox';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { type LeadSummary, leadEmails } from './emails';
import type { Sender } from './submissions';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Writes emails about a new lead, to the agency and to its sender. */
export function createLeadMails(
  mailer: Mailer,
  rateLimits: RateLimits,
  links: Pick<DocumentLinks, 'mailed'>,
) {
  /**
   * Returns whether the sender gets a confirmation. Anyone can enter another person's email, so confirmations are
   * limited per mailbox and for the whole site. A limit per network ensures that no single network can use up the
   * site's limit.
   */
  const mayConfirm = async (
    tx: Transaction,
    { email }: LeadSummary,
    { network }: Sender,
  ): Promise<boolean> =>
    (await rateLimits.tryConsume(tx, 'confirmationsToMailbox', mailboxOf(email))) &&
    (network === undefined ||
      (await rateLimits.tryConsume(tx, 'confirmationsFromNetwork', network))) &&
    (await rateLimits.tryConsume(tx, 'confirmations', 'site'));

  return {
    /** Prepares the emails before the transaction. @returns a function that writes them within it */
    async open(): Promise<(tx: Transaction, lead: LeadSummary, sender: Sender) => Promise<void>> {
      const emails = leadEmails(await mailer.open());
      return async (tx, lead, sender) => {
        await emails.notice(tx, lead);
        if (lead.email === '' || !(await mayConfirm(tx, lead, sender))) return;
        const isOwn = sender.provenEmail === lead.email.toLowerCase();
        const link = lead.kind === 'quote' ? await links.mailed(tx, 'quote', lead.id) : undefined;
        await emails.received(tx, lead, { isOwn, link });
      };
    },
    sendSoon: mailer.sendSoon,
  };
}

export type LeadMails = ReturnType<typeof createLeadMails>;
