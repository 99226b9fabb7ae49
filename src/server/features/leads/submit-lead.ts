import type { Submission } from '~/contract/leads/submission-schema';
import { openConversation } from '~/server/features/conversations/conversations.service';
import { sha256 } from '~/server/features/identity/tokens';
import type { LeadSummary } from '~/server/features/leads/emails';
import type { LeadMails } from '~/server/features/leads/lead-mails';
import { emitContactMessage } from '~/server/features/leads/messages/messages.rows';
import { emitQuote } from '~/server/features/leads/quotes/quotes.rows';
import { type Sender, spamReasonOf } from '~/server/features/leads/submissions';
import type { Database } from '~/server/platform/db/client';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { digestOf, rejectOtherSubmission } from '~/server/platform/submission-digest';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A lead as stored in its table. */
export interface StoredLead {
  id: number;
  createdAt: Date;
}

/** A quote request or a contact message that is being stored. */
interface LeadSubmission {
  rateLimit: 'quoteForm' | 'contactForm';
  submission: Submission;
  sender: Sender;
  /** Inserts the lead. Returns no row if its submission key is already stored. */
  insert(
    tx: Transaction,
    columns: {
      spamReason: string | null;
      submissionKey: string | null;
      submissionDigest: string | null;
    },
  ): Promise<StoredLead[]>;
  /** Stores related records of a new lead in the same transaction. */
  alongside?(tx: Transaction, id: number): Promise<void>;
  findByKey(key: string): Promise<(StoredLead & { digest: string | null })[]>;
  summaryOf(id: number): LeadSummary;
}

/** Combines a key with its sender, because several senders may use the same key. */
export const storedKeyOf = ({ session, network }: Sender, key: string): string =>
  sha256(`${session ?? network ?? ''} ${key}`);

/**
 * Creates the only function that stores leads. Writes rate limit, lead and emails in one transaction: a confirmed lead
 * is committed with its emails, and an attempt that fails on our side does not count against the sender. A repeated
 * submission with the same key returns the id of the stored lead and stores nothing.
 */
export function createSubmitLead(db: Database, mails: LeadMails, rateLimits: RateLimits) {
  return async ({
    rateLimit,
    submission,
    sender,
    insert,
    alongside,
    findByKey,
    summaryOf,
  }: LeadSubmission): Promise<StoredLead> => {
    const spamReason = spamReasonOf(
      submission,
      summaryOf(0).facts.map(([, value]) => value),
    );
    const { key } = submission;
    const submissionKey = key === undefined ? null : storedKeyOf(sender, key);
    const submissionDigest = key === undefined ? null : digestUnder(key, digestOf(summaryOf(0)));
    const [repeated] = submissionKey === null ? [] : await findByKey(submissionKey);
    if (repeated) {
      // Counts a repeated submission against a separate limit, because it stores nothing.
      if (sender.network !== undefined) await rateLimits.consume('leadRepeats', sender.network);
      return sameLead(repeated, submissionDigest);
    }
    const tell = await mails.open();
    const created = await db.transaction(async (tx) => {
      if (sender.network !== undefined) await rateLimits.consumeIn(tx, rateLimit, sender.network);
      const [row] = await insert(tx, { spamReason, submissionKey, submissionDigest });
      if (!row) return undefined;
      const kind = rateLimit === 'quoteForm' ? 'quote' : 'message';
      await openConversation(tx, { kind, id: row.id });
      await tell(tx, summaryOf(row.id), sender);
      await (kind === 'quote'
        ? emitQuote(tx, 'quote.created', row.id)
        : emitContactMessage(tx, row.id));
      await alongside?.(tx, row.id);
      return row;
    });
    mails.sendSoon();
    if (created) return created;
    // A concurrent request stored the same lead, so this one does not count against the limit.
    if (sender.network !== undefined) await rateLimits.reward(rateLimit, sender.network);
    const [first] = submissionKey === null ? [] : await findByKey(submissionKey);
    if (!first) throw new Error('a submission key is taken, but its lead is missing');
    return sameLead(first, submissionDigest);
  };
}

/**
 * Appends the hash of the submission key to the digest, because a brief finds its quote by this key from any network
 * (form-answers/briefs.ts).
 */
const digestUnder = (key: string, digest: string): string => `${digest} ${sha256(key)}`;

/** Returns the lead that was stored with the key. @throws UNPROCESSABLE_CONTENT if the key was used for other content */
function sameLead(
  { id, createdAt, digest }: StoredLead & { digest: string | null },
  submitted: string | null,
): StoredLead {
  rejectOtherSubmission(digest, submitted);
  return { id, createdAt };
}
