import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LeadMessage } from '~/contract/conversations/conversations-schema';
import type { UnmatchedMail } from '~/contract/mail/incoming-mail-schema';
import { createSigner } from '~/server/features/identity/tokens';
import { connect, createDatabase } from '~/server/platform/db/client';
import { createReplyAddresses } from '~/server/platform/mail/reply-addresses';
import { type MailApp, newEmail, startMailApp } from '~/testing/mail-app';
import { headerOf, inboundEnv, postMail, rawMail } from '~/testing/mails';
import { pixel } from '~/testing/threads';
import { createMailStore } from './store-mail';

let product: MailApp;
beforeAll(async () => {
  product = await startMailApp();
});
afterAll(() => product.close());

describe('a stranger', () => {
  it('with the client’s email is not trusted until an admin accepts the message', async () => {
    const { id, email, address } = await product.answeredQuote();
    await product.receive({
      from: 'Eve <eve@elsewhere.example>',
      to: address,
      text: 'Pay here instead.',
    });
    const message = (await product.messagesOf(id)).at(-1);
    expect(message).toMatchObject({
      from: 'unverified',
      sender: 'Eve <eve@elsewhere.example>',
      internal: true,
    });
    expect(JSON.stringify(await product.linkedMessages(id))).not.toContain('Pay here');
    const accepted = await product.ask<LeadMessage>(
      'POST',
      `/api/admin/messages/${message?.id}/accept`,
    );
    expect(accepted.body).toMatchObject({ id: message?.id, from: 'client', internal: false });
    expect(JSON.stringify(await product.linkedMessages(id))).toContain('Pay here');
    const [entry] = await product.app.sql`
      select description from audit_log where about = ${`quote:${id}`} and action = 'message.accepted'`;
    expect(entry?.description).toContain('eve@elsewhere.example');
    // The additional address is stored for this client only.
    await product.receive({ from: 'eve@elsewhere.example', to: address, text: 'The blue one.' });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'client',
      text: 'The blue one.',
      internal: false,
    });
    const other = await product.answeredQuote();
    await product.receive({ from: 'eve@elsewhere.example', to: other.address, text: 'And here?' });
    expect((await product.messagesOf(other.id)).at(-1)?.from).toBe('unverified');
    // Accepting a second time has no effect. The agency's own messages cannot be accepted.
    expect((await product.ask('POST', `/api/admin/messages/${message?.id}/accept`)).status).toBe(
      200,
    );
    const own = (await product.messagesOf(id)).find(({ from }) => from === 'agency');
    expect((await product.ask('POST', `/api/admin/messages/${own?.id}/accept`)).status).toBe(404);
    expect(await product.mailTo(email)).not.toHaveProperty(
      'raw',
      expect.stringContaining('Pay here'),
    );
  });

  it('with the client’s email is not trusted if the server reports a forgery', async () => {
    const { id, email, address } = await product.answeredQuote();
    await product.receive({
      from: email,
      to: address,
      text: 'Forged.',
      headers: { 'Authentication-Results': 'mx.agency.test; dmarc=fail header.from=example.com' },
    });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'unverified',
      text: 'Forged.',
    });
  });

  it('cannot write as the agency: an email with an unconfirmed sender becomes an internal note', async () => {
    const { id, email, mail, address } = await product.answeredQuote();
    const { email: owner } = product.admin;
    const marks: Record<string, string>[] = [
      {},
      { 'Authentication-Results': 'mx.elsewhere.test; dmarc=pass header.from=example.com' },
      {
        'Authentication-Results': 'mx.agency.test; dmarc=none; spf=pass smtp.mailfrom=evil.example',
      },
      { 'Authentication-Results': 'mx.agency.test; dmarc=pass header.from=evil.example' },
    ];
    for (const headers of marks) {
      await product.receive({
        from: owner,
        to: email,
        text: 'We pay it back.',
        headers: { ...headers, Cc: address },
      });
      expect((await product.messagesOf(id)).at(-1)).toMatchObject({
        from: 'agency',
        internal: true,
      });
    }
    expect(JSON.stringify(await product.linkedMessages(id))).not.toContain('We pay');
    // If all recipients of the answered email know its id, not even the first reply proves its sender.
    const other = await product.newQuote();
    await product.receive({
      from: other.email,
      to: 'answers@agency.test',
      messageId: `cc.${id}@x.example`,
      headers: { References: headerOf(mail, 'Message-ID') },
    });
    expect((await product.messagesOf(id)).at(-1)?.from).toBe('unverified');
  });

  it('cannot use up the client’s identity, name or storage', async () => {
    const { id, email, address } = await product.answeredQuote();
    for (let count = 0; count < 61; count += 1) {
      await postMail(
        product.app,
        rawMail({ from: `s${count}@elsewhere.example`, to: address, text: `No ${count}` }),
      );
    }
    await product.app.services.incomingMail.work();
    await product.receive({ from: email, to: address, text: 'Still heard.' });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'client',
      text: 'Still heard.',
    });
  });

  it('is not quoted to the client after an admin accepts the email', async () => {
    const { id, email, address } = await product.answeredQuote();
    await product.receive({ from: 'eve@elsewhere.example', to: address, text: 'Cancel it all.' });
    const message = (await product.messagesOf(id)).at(-1);
    await product.ask('POST', `/api/admin/messages/${message?.id}/accept`);
    await product.ask('POST', `/api/admin/quotes/${id}/messages`, { text: 'As you wish.' });
    const mail = await product.mailTo(email, /As you wish/);
    expect(mail.raw).not.toContain('Cancel it all');
  });

  it('cannot guess the Message-ID of one of our emails', async () => {
    const { id, email, mail } = await product.answeredQuote();
    const guessed = headerOf(mail, 'Message-ID').replace(/\.[a-z2-9]{16}@/, '.aaaaaaaaaaaaaaaa@');
    await product.receive({
      from: email,
      to: 'answers@agency.test',
      headers: { 'In-Reply-To': guessed },
      text: 'Guessed.',
    });
    expect((await product.messagesOf(id)).map(({ text }) => text)).not.toContain('Guessed.');
    expect((await product.unmatched()).map(({ text }) => text)).toContain('Guessed.');
  });
});

describe('an automatic email', () => {
  it('that is an automatic reply is shown completely to admins, without a notification', async () => {
    const { id, email, address } = await product.answeredQuote();
    const before = await product.app.sql`select id from mails`;
    const count = (await product.messagesOf(id)).length;
    const text = `I am away until Monday.\n\n${'Please call my colleague. '.repeat(20).trim()}`;
    const attachments = [{ name: 'map.png', type: 'image/png', content: pixel }];
    const away = { from: email, to: address, text, attachments };
    await product.receive({ ...away, headers: { 'Auto-Submitted': 'auto-replied (vacation)' } });
    await product.receive({
      ...away,
      subject: 'Automatic reply: Your request',
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    });
    const messages = (await product.messagesOf(id)).slice(count);
    expect(messages).toHaveLength(2);
    for (const message of messages)
      expect(message).toMatchObject({
        from: 'system',
        internal: true,
        text,
        files: [{ name: 'map.png' }],
      });
    expect(await product.app.sql`select id from mails`).toHaveLength(before.length);
  });

  it('that may be from a person is a message of the client, marked as possibly automatic', async () => {
    const { id, email, address } = await product.answeredQuote();
    const text = `Yes, please go ahead. ${'The header should be darker. '.repeat(15).trim()}`;
    const attachments = [{ name: 'sketch.png', type: 'image/png', content: pixel }];
    const headers = { 'X-Auto-Response-Suppress': 'All' };
    await product.receive({ from: email, to: address, text, attachments, headers });
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'client',
      internal: false,
      text,
      files: [{ name: 'sketch.png' }],
    });
    const { rows } = await product.app.services.admin.conversations.page(product.admin, {
      kind: 'quote',
      id,
      limit: 1,
    });
    expect(rows).toMatchObject([{ possiblyAutomatic: true }]);
    const [notice] = await product.app.sql`
      select text from mails where about = ${`quote:${id}`} and kind = 'quote_notice' order by id desc`;
    expect(notice?.text).toContain('please go ahead');
  });

  it('that reports a bounce sets the delivery status, with the server’s message, and the lead waits for a reply again', async () => {
    const { id, email, mail } = await product.answeredQuote();
    const reportOn = (messageId: string) =>
      [
        'From: MAILER-DAEMON@mx.example',
        'To: hello@agency.test',
        'Subject: Undelivered Mail Returned to Sender',
        `Message-ID: <bounce.${crypto.randomUUID()}@mx.example>`,
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
        `Final-Recipient: rfc822; ${email}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 No such user',
        '',
        '--b',
        'Content-Type: text/rfc822-headers',
        '',
        `Message-ID: ${messageId}`,
        '',
        '--b--',
      ].join('\r\n');
    await product.receive(reportOn('<unknown@elsewhere.example>'));
    const { rows } = await product.app.services.incomingMail.unmatched.page({
      status: 'automatic',
    });
    expect(rows[0]).toMatchObject({
      subject: 'Undelivered Mail Returned to Sender',
      reason: 'It is a delivery report about an email that is none of ours.',
    });
    await product.receive(reportOn(headerOf(mail, 'Message-ID')));
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({
      from: 'agency',
      delivery: 'bounced',
    });
    const shown = await product.app.services.admin.conversations.page(product.admin, {
      kind: 'quote',
      id,
      limit: 10,
    });
    expect(shown.rows.at(-1)?.deliveryReason).toContain('No such user');
    const [item] = await product.app
      .sql`select waiting_since from conversations where quote_id = ${id}`;
    expect(item?.waiting_since).not.toBeNull();
  });
});

describe('an unassigned email', () => {
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
    const found = (await product.unmatched()).find(({ from }) => from.includes(address));
    if (!found) throw new Error('the mail does not wait');
    return found;
  };

  it('waits for a decision, and becomes a lead', async () => {
    const { address, mail } = stranger('We need a site for our ferry.');
    await product.receive({
      ...mail,
      attachments: [{ name: 'ferry.png', type: 'image/png', content: pixel }],
    });
    const waiting = await waitingFrom(address);
    expect(waiting).toMatchObject({
      subject: 'A new site',
      spam: false,
      text: 'We need a site for our ferry.',
    });
    const lead = await product.ask<{ id: number }>(
      'POST',
      `/api/admin/mail/unmatched/${waiting.id}/lead`,
    );
    expect(lead.body).toMatchObject({ name: 'Sam Stranger', email: address });
    expect(await product.messagesOf(lead.body.id)).toMatchObject([
      { from: 'client', files: [{ name: 'ferry.png' }] },
    ]);
    expect((await product.ask('POST', `/api/admin/mail/unmatched/${waiting.id}/lead`)).status).toBe(
      409,
    );
    expect((await product.unmatched()).map(({ id }) => id)).not.toContain(waiting.id);
  });

  it('is assigned to a conversation as a client message, or as a message to be accepted', async () => {
    const quote = await product.newQuote();
    await product.receive({
      from: quote.email,
      to: 'answers@agency.test',
      text: 'From the client.',
    });
    const other = stranger('From another.');
    await product.receive(other.mail);
    for (const address of [quote.email, other.address]) {
      const { id } = await waitingFrom(address);
      const path = `/api/admin/mail/unmatched/${id}/attach`;
      expect((await product.ask('POST', path, { quoteId: 999_999 })).status).toBe(404);
      expect((await product.ask('POST', path, {})).status).toBe(400);
      expect((await product.ask('POST', path, { quoteId: quote.id })).status).toBe(200);
      expect((await product.ask('POST', path, { quoteId: quote.id })).status).toBe(409);
    }
    expect((await product.messagesOf(quote.id)).slice(-2)).toMatchObject([
      { from: 'client', text: 'From the client.' },
      { from: 'unverified', text: 'Subject: A new site\n\nFrom another.' },
    ]);
  });

  it('is assigned together with its audit entry, or not at all', async () => {
    const quote = await product.newQuote();
    const { address, mail } = stranger('To be attached.');
    await product.receive(mail);
    const { id } = await waitingFrom(address);
    const path = `/api/admin/mail/unmatched/${id}/attach`;
    await product.app.sql`
      alter table audit_log add constraint refused check (action <> 'mail.attached') not valid`;
    expect((await product.ask('POST', path, { quoteId: quote.id })).status).toBe(500);
    await product.app.sql`alter table audit_log drop constraint refused`;
    expect((await product.ask('POST', path, { quoteId: quote.id })).status).toBe(200);
    const texts = (await product.messagesOf(quote.id)).map(({ text }) => text);
    expect(texts.filter((text) => text.endsWith('To be attached.'))).toHaveLength(1);
  });

  it('stays an internal note if it only claims to be from an admin', async () => {
    const quote = await product.newQuote();
    const [admin] = await product.app.sql`select email from users where is_admin and email <> ''`;
    const text = 'Our bank account has changed.';
    await product.receive({ from: admin?.email, to: 'answers@agency.test', text });
    const { id } = await waitingFrom(admin?.email);
    const path = `/api/admin/mail/unmatched/${id}/attach`;
    expect((await product.ask('POST', path, { quoteId: quote.id })).status).toBe(200);
    expect((await product.messagesOf(quote.id)).at(-1)).toMatchObject({
      internal: true,
      text: expect.stringContaining('did not confirm'),
    });
    const [row] = await product.app.sql`select first_answer_at from quotes where id = ${quote.id}`;
    expect(row?.first_answer_at).toBeNull();
  });

  it('is discarded and restored, and spam is listed separately', async () => {
    const { address, mail } = stranger('Cheap pills', { 'X-Spam-Flag': 'YES' });
    await product.receive(mail);
    const { id, spam } = await waitingFrom(address);
    expect(spam).toBe(true);
    const path = `/api/admin/mail/unmatched/${id}`;
    expect((await product.ask('POST', `${path}/discard`)).status).toBe(200);
    expect((await product.unmatched()).map((one) => one.id)).not.toContain(id);
    expect((await product.ask('POST', `${path}/restore`)).status).toBe(200);
    expect((await product.unmatched()).map((one) => one.id)).toContain(id);
    const ofSpam = await product.ask<UnmatchedMail[]>(
      'GET',
      '/api/admin/mail/unmatched?status=spam',
    );
    expect(ofSpam.body.map((one) => one.id)).toContain(id);
  });

  it('that cannot be read is stored completely as a file, with the reason', async () => {
    const nested = Array.from(
      { length: 400 },
      (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
    ).join('');
    const raw = `From: bomb@elsewhere.example\r\nSubject: Deep\r\nMessage-ID: <deep@elsewhere.example>\r\n${nested}`;
    await product.receive(raw);
    const { id, ...waiting } = await waitingFrom('bomb@elsewhere.example');
    const reason = 'This email is nested too deeply to be read.';
    expect(waiting).toMatchObject({ subject: 'Deep', text: '', reason, files: ['Deep.eml'] });
    const quote = await product.newQuote();
    const path = `/api/admin/mail/unmatched/${id}/attach`;
    expect((await product.ask('POST', path, { quoteId: quote.id })).status).toBe(200);
    expect((await product.messagesOf(quote.id)).at(-1)).toMatchObject({
      text: expect.stringContaining(reason),
      files: [{ name: 'Deep.eml', size: raw.length }],
    });
  });
});

const statesOf = async (from: string) =>
  (
    await product.app.sql<{ state: string }[]>`
      select state from incoming_mails where from_address = ${from} order by id`
  ).map(({ state }) => state);

describe('the webhook for incoming email', () => {
  it('accepts raw emails only with the token', async () => {
    const raw = rawMail({ from: newEmail(), to: 'answers@agency.test' });
    expect((await postMail(product.app, raw, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await postMail(product.app, raw, { 'content-type': 'application/json' })).status).toBe(
      415,
    );
    const large = Buffer.alloc(26 * 1024 * 1024 + 1, 'a');
    expect((await postMail(product.app, large)).status).toBe(413);
    expect(
      (await postMail(product.app, raw, { 'content-type': 'message/rfc822; charset=utf-8' }))
        .status,
    ).toBe(202);
  });

  it('stores an email before responding, and creates the message after a restart', async () => {
    const { id, email, address } = await product.answeredQuote();
    const raw = Buffer.from(rawMail({ from: email, to: address, text: 'Kept.' }));
    const client = connect(product.app.databaseUrl);
    const signer = createSigner('another secret', 'tests');
    const addresses = createReplyAddresses({
      address: inboundEnv.INBOUND_ADDRESS,
      sign: signer.sign,
    });
    const store = createMailStore(createDatabase(client), { addresses: addresses });
    expect(await store({ raw, isWhole: true, size: raw.length })).toEqual({ isNew: true });
    await client.end();
    // State after an instance was killed while it processed the email.
    await product.app
      .sql`update incoming_mails set attempts = 1, claimed_until = now() + interval '1 minute' where state = 'stored'`;
    await product.app.services.incomingMail.work();
    expect((await product.messagesOf(id)).at(-1)?.text).not.toBe('Kept.');
    await product.app
      .sql`update incoming_mails set claimed_until = now() - interval '1 second' where state = 'stored'`;
    await product.app.services.incomingMail.work();
    expect((await product.messagesOf(id)).at(-1)).toMatchObject({ from: 'client', text: 'Kept.' });
    expect(await statesOf(email)).toEqual(['message']);
  });

  it('leaves no token in the database or the log', async () => {
    const { email, address } = await product.answeredQuote();
    await product.receive({ from: email, to: address, text: `I write to ${address}.` });
    const encoded = Buffer.from(`And to ${address}.`).toString('base64');
    const base64 = { 'Content-Transfer-Encoding': 'base64' };
    await product.receive({ from: email, to: address, text: encoded, headers: base64 });
    const token = /\+(\w+)@/.exec(address)?.[1] ?? 'none';
    expect(token).toHaveLength(26);
    const tables = await product.app.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const found = await product.app.sql`
        select 1 from ${product.app.sql(name)} one where one::text ilike ${`%${token}%`} limit 1`;
      expect({ name, count: found.length }).toEqual({ name, count: 0 });
    }
    const chunks = await product.app.sql<
      { bytes: Buffer }[]
    >`select bytes from file_chunks where key like 'mail-%'`;
    for (const { bytes } of chunks) expect(bytes.toString('latin1')).not.toContain(token);
    expect(product.app.logLines.join('\n')).not.toContain(token);
  });
});
