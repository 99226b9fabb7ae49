import type { Submission } from '~/contract/leads/submission-schema';
import type { DocumentLinks } from '~/server/features/documents/links';
import { type LeadSummary, leadEmails } from '~/server/features/leads/emails';
import { isNews, type Sender, spamReasonOf } from '~/server/features/leads/submissions';
import type { Database } from '~/server/platform/db/client';
import { mailboxOf } from '~/server/platform/mail/mailbox';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A quote request or a contact message on its way into its table. */
interface LeadSubmission {
  rateLimit: 'quoteForm' | 'contactForm';
  submission: Submission;
  sender: Sender;
  /** Inserts the lead; returns no row where its submission key is already stored. */
  insert(
    tx: Transaction,
    columns: { spamReason: string | null; submissionKey: string | null },
  ): Promise<{ id: number }[]>;
  findByKey(key: string): Promise<{ id: number }[]>;
  summaryOf(id: number): LeadSummary;
}

/**
 * Returns the one way by which leads are stored: rate limit, lead and emails in one transaction, so that an acknowledged lead is committed with its
 * emails, and an attempt that fails on our side does not count against the sender. A repeat under the same key returns the first lead's id and
 * stores nothing.
 */
export function createSubmitLead(
  db: Database,
  mailer: Mailer,
  rateLimits: RateLimits,
  links: Pick<DocumentLinks, 'mailed'>,
) {
  /**
   * Whether the sender gets a confirmation. Anyone can enter anyone's email, so each mailbox gets few of them and the whole site sends few; no single
   * network can use up what the site sends.
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

  return async ({
    rateLimit,
    submission,
    sender,
    insert,
    findByKey,
    summaryOf,
  }: LeadSubmission): Promise<{ id: number }> => {
    const spamReason = spamReasonOf(submission);
    const submissionKey = submission.key ?? null;
    const emails = leadEmails(await mailer.open());
    const created = await db.transaction(async (tx) => {
      if (sender.network !== undefined) await rateLimits.consumeIn(tx, rateLimit, sender.network);
      const [row] = await insert(tx, { spamReason, submissionKey });
      if (!row) return undefined;
      const lead = summaryOf(row.id);
      if (isNews(spamReason)) await emails.notice(tx, lead);
      if (spamReason === null && (await mayConfirm(tx, lead, sender))) {
        const isOwn = sender.provenEmail === lead.email.toLowerCase();
        const link = lead.kind === 'quote' ? await links.mailed(tx, 'quote', row.id) : undefined;
        await emails.received(tx, lead, { isOwn, link });
      }
      return row;
    });
    mailer.sendSoon();
    if (created) return created;
    const [first] = submissionKey === null ? [] : await findByKey(submissionKey);
    if (!first) throw new Error('A lead conflicted under its submission key and is not stored.');
    return first;
  };
}
