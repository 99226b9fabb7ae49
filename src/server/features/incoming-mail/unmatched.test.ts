import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { UnmatchedMail } from '~/contract/mail/incoming-mail-schema';
import { type MailApp, newEmail, startMailApp } from '~/testing/mail-app';
import { pixel } from '~/testing/threads';

let product: MailApp;
beforeAll(async () => {
  product = await startMailApp();
});
afterAll(() => product.close());

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
