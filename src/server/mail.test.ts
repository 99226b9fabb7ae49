import { createServer, type Server } from 'node:net';

import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { listenLocally } from '~/testing/servers';
import { startSmtp } from '~/testing/smtp';
import { paletteOf } from './features/settings/palette';
import { connect, createDatabase } from './platform/db/client';
import { layOut } from './platform/mail/layout';
import { createOutbox } from './platform/mail/outbox';
import { tokenPlaceholder } from './platform/mail/private-links';
import { createTransport, smtpDeadlineMs } from './platform/mail/transport';

const letter = (to: string) => ({
  kind: 'welcome' as const,
  to,
  subject: 'Kestrel: Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
});
const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

let database: TestDatabase;
let client: ReturnType<typeof connect>;
/** A second connection, which does not use Drizzle. */
let plain: ReturnType<typeof connect>;
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  database = await createTestDatabase();
  client = connect(database.url);
  plain = connect(database.url, { max: 1 });
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.stop();
  await client.end({ timeout: 5 });
  await plain.end({ timeout: 5 });
  await database.drop();
});
afterEach(() => {
  vi.useRealTimers();
  smtp.state.refuse = undefined;
});

const db = () => createDatabase(client);
const failed: { id: number; isDead: boolean; reason: string }[] = [];

function outbox(url: string = smtp.url, deadlineMs?: number) {
  return createOutbox(db(), {
    transport: createTransport(url, deadlineMs),
    from: async () => '"Kestrel" <hello@kestrel.example>',
    onFailure: ({ id, isDead }, error) => failed.push({ id, isDead, reason: String(error) }),
  });
}

async function rowOf(to: string) {
  const [row] = await plain`select * from mails where "to" = ${to}`;
  return row;
}

const arrived = (to: string) => smtp.received.filter((mail) => mail.to.includes(to));

describe('an email', () => {
  it('is sent once by concurrent senders', async () => {
    const senders = Array.from({ length: 5 }, () => outbox());
    const recipients = Array.from({ length: 20 }, uniqueEmail);
    for (const to of recipients) await senders[0]?.enqueue(db(), letter(to));
    await Promise.all(senders.map((sender) => sender.flush()));
    for (const to of recipients) {
      expect(arrived(to)).toHaveLength(1);
      expect(await rowOf(to)).toMatchObject({ attempts: 1, last_error: '', dead_at: null });
      expect((await rowOf(to))?.sent_at).toBeInstanceOf(Date);
    }
    await Promise.all(senders.map((sender) => sender.stop()));
  });

  it('has an HTML and a text version, and the agency as sender', async () => {
    const mail = outbox();
    const to = uniqueEmail();
    await mail.enqueue(db(), { ...letter(to), replyTo: 'ada@example.com' });
    await mail.flush();
    const [sent] = arrived(to);
    expect(sent?.from).toBe('hello@kestrel.example');
    expect(sent?.raw).toContain('Subject: Kestrel: Hello');
    expect(sent?.raw).toContain('Reply-To: ada@example.com');
    expect(sent?.raw).toContain('Content-Type: text/plain');
    expect(sent?.raw).toContain('Content-Type: text/html');
    await mail.stop();
  });

  it('is not sent if its transaction was rolled back', async () => {
    const mail = outbox();
    const to = uniqueEmail();
    await db()
      .transaction(async (tx) => {
        await mail.enqueue(tx, letter(to));
        throw new Error('no');
      })
      .catch(() => {});
    await mail.flush();
    expect(await rowOf(to)).toBeUndefined();
    expect(arrived(to)).toHaveLength(0);
    await mail.stop();
  });

  it('is retried for two days with growing delays, and kept after the last attempt', async () => {
    const mail = outbox();
    const to = uniqueEmail();
    smtp.state.refuse = 451;
    await mail.enqueue(db(), letter(to));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 56; attempt += 1) {
      await mail.flush();
      const [row] = await plain`
        select *, extract(epoch from claimed_until - now())::int as wait from mails where "to" = ${to}`;
      expect(row).toMatchObject({ attempts: attempt, sent_at: null });
      expect(row?.last_error).toMatch(
        /^The mail server refused this mail \(451\)\. It replied “451 .+”\.$/,
      );
      if (attempt === 56) break;
      waits.push(row?.wait);
      if (attempt < 3) {
        await mail.flush();
        expect((await rowOf(to))?.attempts).toBe(attempt);
      }
      await plain`update mails set claimed_until = now() - interval '1 ms' where "to" = ${to}`;
    }
    const near = (seconds: number) => (wait: number) => wait <= seconds && wait > seconds - 5;
    const expected = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, ...Array(45).fill(3600)];
    expect(waits.filter((wait, at) => !near(expected[at])(wait))).toEqual([]);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(46 * 3600);
    const row = await rowOf(to);
    expect(row?.dead_at).toBeInstanceOf(Date);
    // The log contains the server's error for each attempt.
    const told = failed.filter(({ id }) => id === row?.id);
    expect(told.map(({ isDead }) => isDead)).toEqual([...Array(55).fill(false), true]);
    expect(told[0]?.reason).toContain('not now');
    smtp.state.refuse = undefined;
    await mail.flush();
    expect(arrived(to)).toHaveLength(0);

    // An admin can retry the email after fixing the cause.
    const [listed] = await mail.listDead(10);
    expect(listed).toMatchObject({ to, lastError: expect.stringContaining('451') });
    expect(await mail.retry(row?.id)).toBe(true);
    expect(await mail.retry(row?.id)).toBe(false);
    await mail.flush();
    expect(arrived(to)).toHaveLength(1);
    expect(await mail.listDead(10)).toEqual([]);
    await mail.stop();
  });

  it('that contains a credential is emptied after the last attempt, and not sent again', async () => {
    const mail = outbox();
    const to = `nobody-${uniqueEmail()}`;
    await mail.enqueue(db(), { ...letter(to), kind: 'email_changed' });
    await mail.flush();
    const row = await rowOf(to);
    expect(row).toMatchObject({ dead_at: expect.any(Date), text: '', html: '' });
    expect(await mail.retry(row?.id)).toBe(false);
    await mail.stop();
  });

  it("is given up immediately if the server refuses it permanently, with the server's message", async () => {
    const mail = outbox();
    const unknown = `nobody-${uniqueEmail()}`;
    const known = uniqueEmail();
    for (const to of [unknown, known]) await mail.enqueue(db(), letter(to));
    smtp.state.refuse = 554;
    await mail.flush();
    for (const [to, words] of [
      [unknown, '550 no such user here'],
      [known, '554 not now'],
    ] as const) {
      const row = await rowOf(to);
      expect(row).toMatchObject({ attempts: 1, dead_at: expect.any(Date) });
      expect(row?.last_error).toContain(`It replied “${words}”.`);
      expect(failed.filter(({ id }) => id === row?.id)).toMatchObject([{ isDead: true }]);
    }
    await mail.stop();
  });

  it('does not wait longer when the clock is set back', async () => {
    const mail = outbox();
    const to = uniqueEmail();
    await mail.enqueue(db(), letter(to));
    await plain`update mails set claimed_until = now() + interval '3 hours' where "to" = ${to}`;
    await mail.flush();
    expect(arrived(to)).toHaveLength(1);
    await mail.stop();
  });

  it('keeps its message id when it is sent twice because of a lost response', async () => {
    const mail = outbox();
    const to = uniqueEmail();
    await mail.enqueue(db(), letter(to));
    await mail.flush();
    await plain`update mails set sent_at = null, claimed_until = null where "to" = ${to}`;
    await mail.flush();
    const ids = arrived(to).map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<\S+@kestrel\.example>$/);
    await mail.stop();
  });

  it('is sent when the server is back', async () => {
    const to = uniqueEmail();
    const away = outbox('smtp://user:a-password@127.0.0.1:9');
    await away.enqueue(db(), letter(to));
    await away.flush();
    const row = await rowOf(to);
    expect(row).toMatchObject({ attempts: 1, sent_at: null });
    expect(row?.last_error).toBe('The mail server could not be reached.');
    expect(JSON.stringify(failed)).not.toContain('a-password');
    await away.stop();
    await plain`update mails set claimed_until = now() - interval '1 ms' where "to" = ${to}`;
    const back = outbox();
    await back.flush();
    expect(arrived(to)).toHaveLength(1);
    await back.stop();
  });

  it('that fails by an internal error shows the admin no details', async () => {
    const to = uniqueEmail();
    const mail = createOutbox(db(), {
      transport: createTransport(smtp.url),
      from: async () => {
        throw new Error('Failed query: select "value" from "settings" where "key" = $1');
      },
      onFailure: () => {},
    });
    await mail.enqueue(db(), letter(to));
    await mail.flush();
    expect((await rowOf(to))?.last_error).toBe('The mail could not be sent. The log says why.');
    await mail.stop();
    await plain`delete from mails where "to" = ${to}`;
  });

  it('fails in time if the server never responds', async () => {
    const silent: Server = createServer(() => {});
    const port = await listenLocally(silent);
    const to = uniqueEmail();
    // The product's own timeout is not longer than a user would wait for a code.
    expect(smtpDeadlineMs).toBeLessThanOrEqual(10_000);
    const mail = outbox(`smtp://127.0.0.1:${port}`, 200);
    await mail.enqueue(db(), letter(to));
    await mail.flush();
    expect((await rowOf(to))?.last_error).toBe('The mail server did not answer in time.');
    await mail.stop();
    silent.close();
  });

  it('never contains injected headers', async () => {
    const mail = outbox();
    for (const bad of [
      { to: 'a@example.com\r\nBcc: b@example.com' },
      { subject: 'Hello\nBcc: b@example.com' },
      { replyTo: 'a@example.com\u0000' },
    ]) {
      await expect(mail.enqueue(db(), { ...letter('a@example.com'), ...bad })).rejects.toThrow(
        'more than one line',
      );
    }
    await mail.stop();
  });
});

describe('the email layout', () => {
  it('escapes user input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (typed, label) => {
        const marker = `<b data-x="${typed}">`;
        const { html, text } = layOut(
          {
            name: 'Kestrel',
            tones: paletteOf(null).light,
            darkTones: paletteOf(null).dark,
            foot: [],
          },
          'Title',
          [
            { kind: 'text', text: marker },
            { kind: 'facts', facts: [[label, marker]] },
          ],
        );
        expect(html).not.toContain('<b data-x');
        expect(text).toContain(marker);
      }),
    );
  });
});

describe('the product’s emails', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ env: { SMTP_URL: smtp.url, DEMO_MODE: 'on' } });
  });
  afterAll(() => app.close());

  it('deliver a sign-in code within a second', async () => {
    const email = uniqueEmail();
    await app.postJson('/api/auth/send-otp', { email, type: 'signup' });
    await expect.poll(() => arrived(email).length, { timeout: 1_000, interval: 20 }).toBe(1);
    expect(arrived(email)[0]?.raw).toContain('123456');
    // The content of a code that was sent is not stored.
    await expect
      .poll(() => app.sql`select html, text from mails where "to" = ${email}`)
      .toEqual([{ html: '', text: '' }]);
  });

  it('reveal only in the mailbox, not to the caller, that an account is missing', async () => {
    const email = uniqueEmail();
    const response = await app.postJson('/api/auth/send-otp', { email });
    expect(await response.text()).not.toMatch(/account/i);
    await expect.poll(() => arrived(email).length).toBe(1);
    const [mail] = arrived(email);
    expect(mail?.raw).toContain('No account for this email');
    expect(mail?.raw).toContain('/auth/signup');
    expect(mail?.raw).not.toContain('123456');
  });

  it('can be read only in demo mode', async () => {
    const list = await app.fetch('/dev/mail');
    expect([list.status, list.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const [, href = ''] = /href="(\/dev\/mail\/\d+)"/.exec(await list.text()) ?? [];
    expect(await (await app.fetch(href)).text()).toContain(
      '<iframe title="As HTML" sandbox srcdoc=',
    );
    const sample = await app.fetch('/dev/mail/samples/invoice_issued');
    expect(await sample.text()).toContain('A sample of “Invoice issued”');
    for (const path of ['/dev/mail/samples/nothing', '/dev/mail/999999999']) {
      expect((await app.fetch(path)).status).toBe(404);
    }
    const real = await startTestApp({ env: { SMTP_URL: smtp.url, DEMO_MODE: 'off' } });
    expect((await real.fetch('/dev/mail')).status).toBe(404);
    expect((await real.fetch('/dev/mail/samples/invoice_issued')).status).toBe(404);
    expect((await real.fetch(href)).status).toBe(404);
    await real.close();
  });
});

describe('an email with a private link', () => {
  it('is stored without its token, and sent with it', async () => {
    const to = uniqueEmail();
    const outbox = createOutbox(db(), {
      transport: createTransport(smtp.url),
      from: async () => 'hello@agency.test',
      tokenOf: (nonce) => `token-of-${nonce}`,
      onFailure: () => {},
    });
    const body = `https://agency.test/proposals/${tokenPlaceholder}`;
    const mail = { ...letter(to), html: `<a href="${body}">Read</a>`, text: body };
    await outbox.enqueue(db(), { ...mail, linkNonce: 'a-nonce' });
    await outbox.flush();
    await outbox.stop();
    const [sent] = smtp.received.filter((one) => one.to.includes(to));
    const raw = sent?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(raw).toContain('href="https://agency.test/proposals/token-of-a-nonce"');
    expect(raw).not.toContain(tokenPlaceholder);
    const [row] = await plain`select html, text, sent_at from mails where "to" = ${to}`;
    expect(row?.sent_at).not.toBeNull();
    expect(`${row?.html} ${row?.text}`).not.toContain('token-of-');
  });
});
