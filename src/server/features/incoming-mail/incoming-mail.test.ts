import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { LeadMessage, LinkedMessage } from '~/contract/conversations/conversations-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { UnmatchedMail } from '~/contract/mail/incoming-mail-schema';
import { createSigner } from '~/server/features/identity/tokens';
import { connect, createDatabase } from '~/server/platform/db/client';
import { createReplyAddresses } from '~/server/platform/mail/reply-addresses';
import { addAdmin, signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { headerOf, inboundEnv, type NewRawMail, postMail, rawMail } from '~/testing/mails';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { askerOf } from '~/testing/sign-in';
import { type Received, startSmtp } from '~/testing/smtp';
import { pixel, userOf } from '~/testing/threads';
import { createMailStore } from './store-mail';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let admin: CurrentUser;
let ask: ReturnType<typeof askerOf>;

beforeAll(async () => {
  smtp = await startSmtp();
  app = await startTestApp({
    env: { SMTP_URL: smtp.url, DEMO_MODE: 'on', ...inboundEnv },
    rateLimits: { quoteForm: 1e6, contactForm: 1e6, linkWrites: 1e6, confirmations: 1e6 },
  });
  const { id, cookie } = await signedInAs(app, 'owner');
  admin = await userOf(app, id);
  ask = askerOf(app, cookie);
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const addressOf = (mail: Received) =>
  /answers\+[a-z2-9]{26}@agency\.test/.exec(headerOf(mail, 'Reply-To'))?.[0] ?? '';

async function newQuote(email = newEmail()) {
  const response = await app.postJson('/api/quotes', quoteRequest({ email }));
  const { id } = (await response.json()) as { id: number };
  return { id, email };
}

/** The last mail to an address, once it has left. */
const mailTo = (email: string, what = /./) =>
  vi.waitFor(() => {
    const mail = smtp.received.findLast(({ to, raw }) => to.includes(email) && what.test(raw));
    if (!mail) throw new Error(`no mail to ${email} has left`);
    return mail;
  });

/** A quote that was answered in the panel, and the address that its answers go to. */
async function answeredQuote(email = newEmail()) {
  const quote = await newQuote(email);
  await ask('POST', `/api/admin/quotes/${quote.id}/messages`, { text: 'When do you need it?' });
  const mail = await mailTo(email, /When do you need it/);
  return { ...quote, mail, address: addressOf(mail) };
}

const messagesOf = async (id: number, kind = 'quotes') =>
  (await ask<LeadMessage[]>('GET', `/api/admin/${kind}/${id}/messages`)).body;

/** Hands a mail over, and waits until it is worked on. */
async function receive(mail: NewRawMail | string) {
  const response = await postMail(app, typeof mail === 'string' ? mail : rawMail(mail));
  expect(response.status).toBe(202);
  await app.services.incomingMail.runJob();
}

const linkedMessages = async (id: number): Promise<LinkedMessage[]> =>
  app.services.linkedConversation.list(id);
const unmatched = async () => (await ask<UnmatchedMail[]>('GET', '/api/admin/mail/unmatched')).body;
const statesOf = async (from: string) =>
  (
    await app.sql<{ state: string }[]>`
      select state from incoming_mails where from_address = ${from} order by id`
  ).map(({ state }) => state);

describe('an answer by mail', () => {
  it('is a message of the client, without the quotation, and tells the agency', async () => {
    const { id, email, mail, address } = await answeredQuote();
    expect(mail.raw).toContain('Write your answer above this line');
    await receive({
      from: `Ada <${email}>`,
      to: address.toUpperCase(),
      text: 'By *June*, please.\r\n\r\nOn Mon, 4 May 2026 at 10:00, Kestrel wrote:\r\n> Write your answer above this line\r\n> When do you need it?',
      headers: { 'In-Reply-To': headerOf(mail, 'Message-ID') },
      attachments: [{ name: 'plan.png', type: 'image/png', content: pixel }],
    });
    const messages = await messagesOf(id);
    expect(messages.at(-1)).toMatchObject({
      from: 'client',
      text: 'By *June*, please.',
      internal: false,
      files: [{ name: 'plan.png' }],
    });
    expect((await linkedMessages(id)).at(-1)).toMatchObject({
      byAgency: false,
      html: '<p>By *June*, please.</p>\n',
    });
    const [notice] = await app.sql`
      select text from mails where about = ${`quote:${id}`} and kind_name = 'quote_notice' order by id desc`;
    expect(notice?.text).toContain('June');
    const [item] =
      await app.sql`select waiting_since, last_words from inbox_items where quote_id = ${id}`;
    expect(item).toMatchObject({
      waiting_since: expect.any(Date),
      last_words: 'By *June*, please.',
    });
    // What the agency writes next belongs to the same conversation in mail programs.
    await ask('POST', `/api/admin/quotes/${id}/messages`, { text: 'June it is.' });
    const next = await mailTo(email, /June it is/);
    expect(headerOf(next, 'References').split(' ').length).toBeGreaterThanOrEqual(3);
    expect(headerOf(next, 'In-Reply-To')).toContain('@mail.example');
  });

  it('is stored once, however often and however differently it comes', async () => {
    const { id, email, address } = await answeredQuote();
    const raw = rawMail({
      from: email,
      to: address,
      text: 'Once.',
      messageId: `once.${id}@mail.example`,
    });
    const responses = await Promise.all(
      [raw, raw, `Received: by another\r\n${raw}`].map((one) => postMail(app, one)),
    );
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202]);
    await app.services.incomingMail.runJob();
    await receive(raw);
    const messages = await messagesOf(id);
    expect(messages.filter(({ text }) => text === 'Once.')).toHaveLength(1);
  });

  it('is not lost to a stranger who uses its Message-ID first', async () => {
    const { id, email, address } = await answeredQuote();
    const messageId = `taken.${id}@mail.example`;
    await receive({ from: 'eve@elsewhere.example', to: 'answers@agency.test', messageId });
    await receive({ from: email, to: address, text: 'Still here.', messageId });
    expect((await messagesOf(id)).at(-1)).toMatchObject({ from: 'client', text: 'Still here.' });
  });

  it('to a contact message and to a request reaches each', async () => {
    const email = newEmail();
    const sent = await app.postJson('/api/contact', contactMessage({ email }));
    const { id } = (await sent.json()) as { id: number };
    await ask('POST', `/api/admin/contact-messages/${id}/messages`, {
      text: 'Thank you for asking.',
    });
    const address = addressOf(await mailTo(email, /Thank you for asking/));
    await receive({ from: email, to: address, text: 'You are welcome.' });
    expect((await messagesOf(id, 'contact-messages')).at(-1)).toMatchObject({
      from: 'client',
      text: 'You are welcome.',
    });
  });

  it('is found by the mail that it refers to, where the address is lost', async () => {
    const { id, email, mail } = await answeredQuote();
    await receive({
      from: email,
      to: 'answers@agency.test',
      text: 'By reference.',
      headers: { References: headerOf(mail, 'Message-ID') },
    });
    expect((await messagesOf(id)).at(-1)).toMatchObject({ from: 'client', text: 'By reference.' });
  });

  it('names a file that is refused, and loses nothing else', async () => {
    const { id, email, address } = await answeredQuote();
    const program = {
      name: 'setup.exe',
      type: 'application/octet-stream',
      content: Buffer.from('MZ\u0000\u0001'),
    };
    const picture = { name: 'a.png', type: 'image/png', content: pixel };
    await receive({
      from: email,
      to: address,
      text: 'See there.',
      attachments: [program, picture],
    });
    const message = (await messagesOf(id)).at(-1);
    expect(message?.text).toMatch(/^See there\.\n\n\[Not attached: setup\.exe: .+\]$/);
    expect(message?.files.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('past 60 in an hour is kept as unmatched', async () => {
    const { id, email, address } = await answeredQuote();
    for (let count = 0; count < 61; count += 1) {
      await postMail(app, rawMail({ from: email, to: address, text: `Number ${count}` }));
    }
    await app.services.incomingMail.runJob();
    const [kept] = await app.sql`
      select count(*)::int from request_messages where quote_id = ${id} and not by_agency`;
    expect(kept?.count).toBe(60);
    const waiting = (await unmatched()).filter(({ from }) => from === email);
    expect(waiting).toMatchObject([{ text: 'Number 60', reason: expect.stringContaining('60') }]);
  });
});

describe('a stranger', () => {
  it('with the address is never the client, until an admin accepts the mail', async () => {
    const { id, email, address } = await answeredQuote();
    await receive({ from: 'Eve <eve@elsewhere.example>', to: address, text: 'Pay here instead.' });
    const message = (await messagesOf(id)).at(-1);
    expect(message).toMatchObject({
      from: 'unverified',
      sender: 'Eve <eve@elsewhere.example>',
      internal: true,
    });
    expect(JSON.stringify(await linkedMessages(id))).not.toContain('Pay here');
    const accepted = await ask<LeadMessage>('POST', `/api/admin/messages/${message?.id}/accept`);
    expect(accepted.body).toMatchObject({ id: message?.id, from: 'client', internal: false });
    expect(JSON.stringify(await linkedMessages(id))).toContain('Pay here');
    const [entry] = await app.sql`
      select description from audit_log where about = ${`quote:${id}`} and action = 'message.accepted'`;
    expect(entry?.description).toContain('eve@elsewhere.example');
    // Twice is once, and what the agency wrote is none of it.
    expect((await ask('POST', `/api/admin/messages/${message?.id}/accept`)).status).toBe(200);
    const own = (await messagesOf(id)).find(({ from }) => from === 'agency');
    expect((await ask('POST', `/api/admin/messages/${own?.id}/accept`)).status).toBe(404);
    expect(await mailTo(email)).not.toHaveProperty('raw', expect.stringContaining('Pay here'));
  });

  it('who takes the client’s name is not believed where the server says that it is forged', async () => {
    const { id, email, address } = await answeredQuote();
    await receive({
      from: email,
      to: address,
      text: 'Forged.',
      headers: { 'Authentication-Results': 'mx.agency.test; dmarc=fail header.from=example.com' },
    });
    expect((await messagesOf(id)).at(-1)).toMatchObject({ from: 'unverified', text: 'Forged.' });
  });

  it('cannot name a mail of ours by its number', async () => {
    const { id, email, mail } = await answeredQuote();
    const guessed = headerOf(mail, 'Message-ID').replace(/\.[a-z2-9]{16}@/, '.aaaaaaaaaaaaaaaa@');
    await receive({
      from: email,
      to: 'answers@agency.test',
      headers: { 'In-Reply-To': guessed },
      text: 'Guessed.',
    });
    expect((await messagesOf(id)).map(({ text }) => text)).not.toContain('Guessed.');
    expect((await unmatched()).map(({ text }) => text)).toContain('Guessed.');
  });
});

describe('the agency’s own answer', () => {
  it('by its own mail program counts, and is not sent a second time', async () => {
    const { id, email, address } = await answeredQuote();
    const colleague = await addAdmin(app, 'manager');
    const before = smtp.received.length;
    await receive({
      from: colleague.email,
      to: email,
      headers: { Cc: address },
      text: 'From my phone.',
    });
    expect((await messagesOf(id)).at(-1)).toMatchObject({
      from: 'agency',
      text: 'From my phone.',
      internal: false,
    });
    await app.services.outbox.flush();
    expect(smtp.received.slice(before).filter(({ to }) => to.includes(email))).toEqual([]);
  });

  it('that does not go to the client is a note', async () => {
    const { id, address } = await answeredQuote();
    const colleague = await addAdmin(app, 'manager');
    await receive({ from: colleague.email, to: address, text: 'Too cheap?' });
    expect((await messagesOf(id)).at(-1)).toMatchObject({ from: 'agency', internal: true });
    expect(JSON.stringify(await linkedMessages(id))).not.toContain('Too cheap');
  });

  it('is not that of an editor, who may not write about leads', async () => {
    const { id, email, address } = await answeredQuote();
    const editor = await addAdmin(app, 'editor');
    await receive({
      from: editor.email,
      to: email,
      headers: { Cc: address },
      text: 'As the agency.',
    });
    expect((await messagesOf(id)).at(-1)).toMatchObject({ from: 'unverified' });
  });
});

describe('a machine', () => {
  it('that answers automatically makes no message and causes no mail', async () => {
    const { id, email, address } = await answeredQuote();
    const before = await app.sql`select id from mails`;
    const count = (await messagesOf(id)).length;
    const marks: Record<string, string>[] = [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'X-Auto-Response-Suppress': 'All' },
      { 'Return-Path': '<>' },
    ];
    for (const headers of marks) {
      await receive({
        from: email,
        to: address,
        subject: 'Ticket 12',
        text: 'We got it.',
        headers,
      });
    }
    await receive({
      from: email,
      to: address,
      subject: 'Out of office: Re: Your request',
      text: 'I am away until Monday.',
      headers: { 'Auto-Submitted': 'auto-replied', 'X-Autoreply': 'yes' },
    });
    const messages = (await messagesOf(id)).slice(count);
    for (const message of messages)
      expect(message).toMatchObject({ from: 'system', internal: true });
    expect(messages.map(({ text }) => text)).toContain('I am away until Monday.');
    expect(await app.sql`select id from mails`).toHaveLength(before.length);
  });

  it('that returns a mail sets its delivery, with the server’s words, and the lead waits again', async () => {
    const { id, mail } = await answeredQuote();
    const report = [
      'From: MAILER-DAEMON@mx.example',
      'To: hello@agency.test',
      'Subject: Undelivered Mail Returned to Sender',
      `Message-ID: <bounce.${id}@mx.example>`,
      'Auto-Submitted: auto-replied',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; someone@example.com',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 No such user',
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${headerOf(mail, 'Message-ID')}`,
      '',
      '--b--',
    ].join('\r\n');
    await receive(report);
    expect((await messagesOf(id)).at(-1)).toMatchObject({ from: 'agency', delivery: 'bounced' });
    const shown = await app.services.admin.conversations.page(admin, {
      kind: 'quote',
      id,
      limit: 10,
    });
    expect(shown.rows.at(-1)?.deliveryReason).toContain('No such user');
    const [item] = await app.sql`select waiting_since from inbox_items where quote_id = ${id}`;
    expect(item?.waiting_since).not.toBeNull();
  });
});

describe('mail that belongs to no record', () => {
  const stranger = (text: string, headers = {}) => {
    const address = newEmail();
    return {
      address,
      mail: {
        from: `Sam Stranger <${address}>`,
        to: 'answers@agency.test',
        subject: 'A new site',
        text,
        headers,
      },
    };
  };
  const waitingFrom = async (address: string) => {
    const found = (await unmatched()).find(({ from }) => from.includes(address));
    if (!found) throw new Error('the mail does not wait');
    return found;
  };

  it('waits for a decision, and becomes a lead', async () => {
    const { address, mail } = stranger('We need a site for our ferry.');
    await receive({
      ...mail,
      attachments: [{ name: 'ferry.png', type: 'image/png', content: pixel }],
    });
    const waiting = await waitingFrom(address);
    expect(waiting).toMatchObject({
      subject: 'A new site',
      spam: false,
      text: 'We need a site for our ferry.',
    });
    const lead = await ask<{ id: number }>('POST', `/api/admin/mail/unmatched/${waiting.id}/lead`);
    expect(lead.body).toMatchObject({ name: 'Sam Stranger', email: address });
    expect(await messagesOf(lead.body.id)).toMatchObject([
      { from: 'client', files: [{ name: 'ferry.png' }] },
    ]);
    expect((await ask('POST', `/api/admin/mail/unmatched/${waiting.id}/lead`)).status).toBe(409);
    expect((await unmatched()).map(({ id }) => id)).not.toContain(waiting.id);
  });

  it('is put into a conversation: as its client’s message, or as one to be accepted', async () => {
    const quote = await newQuote();
    await receive({ from: quote.email, to: 'answers@agency.test', text: 'From the client.' });
    const other = stranger('From another.');
    await receive(other.mail);
    for (const address of [quote.email, other.address]) {
      const { id } = await waitingFrom(address);
      const path = `/api/admin/mail/unmatched/${id}/attach`;
      expect((await ask('POST', path, { quoteId: 999_999 })).status).toBe(404);
      expect((await ask('POST', path, {})).status).toBe(400);
      expect((await ask('POST', path, { quoteId: quote.id })).status).toBe(200);
      expect((await ask('POST', path, { quoteId: quote.id })).status).toBe(409);
    }
    expect((await messagesOf(quote.id)).slice(-2)).toMatchObject([
      { from: 'client', text: 'From the client.' },
      { from: 'unverified', text: 'From another.' },
    ]);
  });

  it('is discarded and restored, and spam is listed apart', async () => {
    const { address, mail } = stranger('Cheap pills', { 'X-Spam-Flag': 'YES' });
    await receive(mail);
    const { id, spam } = await waitingFrom(address);
    expect(spam).toBe(true);
    const path = `/api/admin/mail/unmatched/${id}`;
    expect((await ask('POST', `${path}/discard`)).status).toBe(200);
    expect((await unmatched()).map((one) => one.id)).not.toContain(id);
    expect((await ask('POST', `${path}/restore`)).status).toBe(200);
    expect((await unmatched()).map((one) => one.id)).toContain(id);
    const ofSpam = await ask<UnmatchedMail[]>('GET', '/api/admin/mail/unmatched?status=spam');
    expect(ofSpam.body.map((one) => one.id)).toContain(id);
  });

  it('and cannot be read is kept, with the reason', async () => {
    const nested = Array.from(
      { length: 400 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    ).join('');
    await receive(
      `From: bomb@elsewhere.example\r\nSubject: Deep\r\nMessage-ID: <deep@elsewhere.example>\r\n${nested}`,
    );
    expect(await waitingFrom('bomb@elsewhere.example')).toMatchObject({
      subject: 'Deep',
      reason: expect.stringMatching(/nested|parts/),
    });
  });
});

describe('the door', () => {
  it('takes raw mail with the token alone', async () => {
    const raw = rawMail({ from: newEmail(), to: 'answers@agency.test' });
    expect((await postMail(app, raw, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await postMail(app, raw, { 'content-type': 'application/json' })).status).toBe(415);
    const large = Buffer.alloc(26 * 1024 * 1024 + 1, 'a');
    expect((await postMail(app, large)).status).toBe(413);
    expect(
      (await postMail(app, raw, { 'content-type': 'message/rfc822; charset=utf-8' })).status,
    ).toBe(202);
  });

  it('stores before it answers, and makes the message after a restart', async () => {
    const { id, email, address } = await answeredQuote();
    const raw = Buffer.from(rawMail({ from: email, to: address, text: 'Kept.' }));
    const client = connect(app.databaseUrl);
    const signer = createSigner('another secret', 'tests');
    const addresses = createReplyAddresses({
      address: inboundEnv.INBOUND_ADDRESS,
      sign: signer.sign,
    });
    const store = createMailStore(createDatabase(client), { addresses: addresses });
    expect(await store({ raw, isWhole: true, size: raw.length })).toEqual({ isNew: true });
    await client.end();
    // As an instance leaves it that is killed while it works.
    await app.sql`update incoming_mails set attempts = 1, claimed_until = now() + interval '1 minute' where state = 'stored'`;
    await app.services.incomingMail.runJob();
    expect((await messagesOf(id)).at(-1)?.text).not.toBe('Kept.');
    await app.sql`update incoming_mails set claimed_until = now() - interval '1 second' where state = 'stored'`;
    await app.services.incomingMail.runJob();
    expect((await messagesOf(id)).at(-1)).toMatchObject({ from: 'client', text: 'Kept.' });
    expect(await statesOf(email)).toEqual(['message']);
  });

  it('leaves no token in the database and in the log', async () => {
    const { email, address } = await answeredQuote();
    await receive({ from: email, to: address, text: `I write to ${address}.` });
    const token = /\+(\w+)@/.exec(address)?.[1] ?? 'none';
    expect(token).toHaveLength(26);
    const tables = await app.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const found = await app.sql`
        select 1 from ${app.sql(name)} one where one::text ilike ${`%${token}%`} limit 1`;
      expect({ name, count: found.length }).toEqual({ name, count: 0 });
    }
    const chunks = await app.sql<
      { bytes: Buffer }[]
    >`select bytes from file_chunks where key like 'mail-%'`;
    for (const { bytes } of chunks) expect(bytes.toString('latin1')).not.toContain(token);
    expect(app.logLines.join('\n')).not.toContain(token);
  });
});
