import { eq, inArray, isNotNull, sql } from 'drizzle-orm';

import { incomingBytesMax } from '~/contract/mail/incoming-mail';
import type { Threads } from '~/server/features/conversations/threads';
import type { ClaimedFiles } from '~/server/features/files/claimed';
import type { Files } from '~/server/features/files/files.service';
import type { QuotesAdmin } from '~/server/features/leads/quotes/quotes.panel';
import type { Database } from '~/server/platform/db/client';
import { incomingMails, mailboxWatch } from '~/server/platform/db/schema/incoming-mail';
import { createChunkStore } from '~/server/platform/files/chunk-store';
import { createImapMailbox, type ImapMailbox } from '~/server/platform/mail/imap-mailbox';
import type { ImapSettings } from '~/server/platform/mail/imap-url';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import { createAcceptMessage } from './accept-message';
import { createAttachments } from './attachments';
import { createKeepMessage } from './keep-message';
import { sweepMails } from './mail-content';
import { createMailboxWatch } from './mailbox-watch';
import { type ArrivedMail, createMailStore } from './store-mail';
import { createUnmatchedMail } from './unmatched.panel';
import { createMailWork, testAbout } from './work-on-mail';

/** Processes incoming emails, from a mailbox or a webhook, into the conversations of their records. */
export function createIncomingMail(
  db: Database,
  options: {
    addresses: ReplyAddresses;
    /** Mailbox settings; undefined if no mailbox is watched. */
    imap: ImapSettings | undefined;
    mailer: Mailer;
    files: Files;
    claimed: ClaimedFiles;
    threads: Threads;
    quotes: Pick<QuotesAdmin, 'enter'>;
    rateLimits: RateLimits;
    /** Server whose Authentication-Results header is trusted; undefined for none. */
    authenticator: string | undefined;
    getAgency(): Promise<{ email: string; name: string }>;
    getQuotaMb(): Promise<number>;
    onFailure(about: string, error: unknown): void;
  },
) {
  const { addresses, files } = options;
  const store = createMailStore(db, { addresses });
  const keepAttachments = createAttachments(db, {
    files,
    claimed: options.claimed,
    getQuotaMb: options.getQuotaMb,
  });
  const work = createMailWork(db, {
    addresses,
    chunks: createChunkStore(db),
    keep: createKeepMessage(db, {
      addresses,
      mailer: options.mailer,
      threads: options.threads,
      keepAttachments,
    }),
    rateLimits: options.rateLimits,
    authenticator: options.authenticator,
    getAgency: options.getAgency,
    onFailure: (id, error) => options.onFailure(`mail ${id}`, error),
  });
  const watch = createMailboxWatch(db);
  let mailbox: ImapMailbox | undefined;

  /** Stores an incoming email. @returns once it is committed */
  async function take(mail: ArrivedMail): Promise<void> {
    await store(mail);
    work.workSoon();
  }

  return {
    take,
    acceptMessage: createAcceptMessage(db, { files }),
    unmatched: createUnmatchedMail(db, { work, quotes: options.quotes, keepAttachments }),

    /** Processes all due emails on this instance. */
    work: work.work,

    /** Deletes content that is no longer needed. @returns the result as text */
    async runJob(): Promise<string> {
      const swept = await sweepMails(db);
      return swept > 0 ? `Deleted the content of ${swept} mails.` : '';
    },

    /** Returns the number of waiting emails, and the state of the mailbox. */
    async status() {
      const [row] = await db
        .select({
          waiting: sql<number>`count(*) filter (where state = 'stored')`.mapWith(Number),
          unmatched:
            sql<number>`count(*) filter (where state = 'unmatched' and not is_spam)`.mapWith(
              Number,
            ),
          oldestSeconds:
            sql<number>`coalesce(extract(epoch from now() - min(created_at) filter (where state = 'stored')), 0)`.mapWith(
              Number,
            ),
        })
        .from(incomingMails)
        .where(inArray(incomingMails.state, ['stored', 'unmatched']));
      const [box] = options.imap
        ? await db
            .select({
              reachedAt: mailboxWatch.reachedAt,
              reason: mailboxWatch.reason,
              failingSeconds:
                sql<number>`coalesce(extract(epoch from now() - ${mailboxWatch.failingSince}), 0)`.mapWith(
                  Number,
                ),
            })
            .from(mailboxWatch)
            .where(isNotNull(mailboxWatch.id))
        : [];
      return {
        waiting: row?.waiting ?? 0,
        oldestSeconds: row?.oldestSeconds ?? 0,
        unmatched: row?.unmatched ?? 0,
        mailbox: box,
      };
    },

    /** Returns whether the test email with this id has arrived and been processed. */
    async hasArrived(test: string): Promise<boolean> {
      const [row] = await db
        .select({ id: incomingMails.id })
        .from(incomingMails)
        .where(eq(incomingMails.about, testAbout(test)));
      return row !== undefined;
    },

    start(): void {
      work.start();
      if (!options.imap) return;
      mailbox = createImapMailbox({
        settings: options.imap,
        bytesMax: incomingBytesMax,
        // Without a database, emails could not be stored.
        mayWatch: () => watch.mayWatch().catch(() => false),
        take,
        onState: (state) => {
          if (!state.isReachable) options.onFailure('the mailbox', state.error);
          // Ignores errors: if the database is unavailable, a later state is stored instead.
          watch.note(state).catch(() => {});
        },
      });
      mailbox.start();
    },

    async stop(): Promise<void> {
      await mailbox?.stop();
      await work.stop();
      // If releasing fails, the lease expires.
      if (mailbox) await watch.release().catch(() => {});
    },
  };
}

export type IncomingMail = ReturnType<typeof createIncomingMail>;
