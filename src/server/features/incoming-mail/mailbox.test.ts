import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { type ImapServer, startImap } from '~/testing/imap';
import { type MailApp, startMailApp } from '~/testing/mail-app';
import { inboundEnv, postMail, rawMail } from '~/testing/mails';

let server: ImapServer;
let first: MailApp;
let second: MailApp;

beforeAll(async () => {
  server = await startImap();
  const env = { ...inboundEnv, INBOUND_IMAP_URL: server.url };
  first = await startMailApp({ env });
  second = await startMailApp({ env, databaseUrl: first.app.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await first.close();
  await server.stop();
});

const countOf = async () => {
  const [row] = await first.app.sql<[{ mails: number; open: number; messages: number }]>`
    select (select count(*)::int from incoming_mails) as mails,
      (select count(*)::int from incoming_mails where state = 'stored') as open,
      (select count(*)::int from messages where not by_agency) as messages`;
  return row;
};

it('an email is read once by one of two instances, even if the webhook delivers it too', async () => {
  const { email, address } = await first.answeredQuote();
  const raws = Array.from({ length: 20 }, (_, count) =>
    rawMail({ from: email, to: address, text: `Number ${count}` }),
  );
  for (const raw of raws) server.deliver(raw);
  first.app.services.incomingMail.start();
  second.app.services.incomingMail.start();
  const posted = await Promise.all(
    raws.slice(0, 10).map((raw) => postMail(second.app, `Received: by a provider\r\n${raw}`)),
  );
  expect(new Set(posted.map(({ status }) => status))).toEqual(new Set([202]));
  await vi.waitFor(
    async () => {
      expect(server.mailbox('INBOX')).toHaveLength(0);
      expect(await countOf()).toEqual({ mails: 20, open: 0, messages: 20 });
    },
    { timeout: 20_000 },
  );
  expect(server.mailbox('Kestrel')).toHaveLength(20);
  expect(server.commands.filter((command) => command.startsWith('LOGIN')).length).toBeLessThan(3);
});

it('a mailbox is reported when it becomes unavailable, and later emails are read once it is back', async () => {
  const { email, address } = await first.answeredQuote();
  await server.away();
  await vi.waitFor(
    async () => {
      const { mailbox } = await first.app.services.incomingMail.status();
      expect(mailbox).toMatchObject({ reason: expect.stringContaining('reached') });
      expect(mailbox?.failingSeconds).toBeGreaterThan(0);
    },
    { timeout: 20_000 },
  );
  server.deliver(rawMail({ from: email, to: address, text: 'While it was away.' }));
  await server.back();
  await vi.waitFor(
    async () => {
      expect((await countOf()).messages).toBe(21);
      expect((await first.app.services.incomingMail.status()).mailbox?.failingSeconds).toBe(0);
    },
    { timeout: 20_000 },
  );
});
