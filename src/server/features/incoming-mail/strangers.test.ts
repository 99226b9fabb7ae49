import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LeadMessage } from '~/contract/conversations/conversations-schema';
import { type MailApp, startMailApp } from '~/testing/mail-app';
import { headerOf, postMail, rawMail } from '~/testing/mails';
import { pixel } from '~/testing/threads';

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

  it('is only assumed, with a mark, for an email that mail programs write as well', async () => {
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
