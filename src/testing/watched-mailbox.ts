import { expect, vi } from 'vitest';

import { createImapMailbox } from '~/server/platform/mail/imap-mailbox';
import { parseImapUrl } from '~/server/platform/mail/imap-url';
import { type ImapServer, startImap } from './imap';

export type MailboxOptions = Parameters<typeof createImapMailbox>[0];
type State = Parameters<MailboxOptions['onState']>[0];

const ends: (() => Promise<unknown>)[] = [];

/** Stops servers and watchers in reverse order. Called in `afterEach`. */
export async function endWatching(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

export function endsWithTest(end: () => Promise<unknown>): void {
  ends.push(end);
}

export async function startMailServer(
  ...options: Parameters<typeof startImap>
): Promise<ImapServer> {
  const server = await startImap(...options);
  ends.push(server.stop);
  return server;
}

export const until = (check: () => void) => vi.waitFor(check, { timeout: 35_000, interval: 5 });

/** Starts a watcher that records what it stored, in order. Its retries are quick. */
export function watchMailbox(url: string, changes: Partial<MailboxOptions> = {}) {
  const taken: string[] = [];
  const mails: Parameters<MailboxOptions['take']>[0][] = [];
  const states: State[] = [];
  const { take, ...others } = changes;
  const mailbox = createImapMailbox({
    settings: parseImapUrl(url),
    bytesMax: 2_000,
    mayWatch: async () => true,
    async take(mail) {
      taken.push(subjectOf(mail.raw.toString()));
      mails.push(mail);
      await take?.(mail);
    },
    onState: (state) => states.push(state),
    firstRetryMs: 5,
    longestRetryMs: 40,
    ...others,
  });
  mailbox.start();
  ends.push(mailbox.stop);
  return {
    ...mailbox,
    /** Subjects of stored emails. */
    taken,
    mails,
    states,
    reasons: () => states.flatMap((state) => (state.isReachable ? [] : state.reason)),
    reached: () => until(() => expect(states.at(-1)).toEqual({ isReachable: true })),
    failed: (reason: RegExp) =>
      until(() => expect(states.at(-1)).toMatchObject({ reason: expect.stringMatching(reason) })),
  };
}

export const subjectOf = (raw: string) => /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? '';

export const mailOf = (subject: string, text = 'Hello\r\n') =>
  `From: a@client.example\r\nSubject: ${subject}\r\n\r\n${text}`;

/** Returns the subjects of emails in a mailbox. */
export const subjectsIn = (server: ImapServer, name: string) =>
  server.mailbox(name)?.map(({ raw }) => subjectOf(raw.toString()));
