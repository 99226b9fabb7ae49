import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type {
  ConversationMessage,
  LeadMessage,
  LinkedMessage,
} from '~/contract/conversations/conversations-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { askerOf, signUpClient } from '~/testing/sign-in';
import { startSmtp } from '~/testing/smtp';
import { pixel, uploadAs, userOf } from '~/testing/threads';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let admin: CurrentUser;
let ask: ReturnType<typeof askerOf>;

beforeAll(async () => {
  smtp = await startSmtp();
  app = await startTestApp({
    env: { SMTP_URL: smtp.url, DEMO_MODE: 'on' },
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

async function newQuote(email = newEmail()) {
  const response = await app.postJson('/api/quotes', quoteRequest({ email }));
  const { id } = (await response.json()) as { id: number };
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`quote:${id}`}`;
  return { id, email, token: app.services.documentLinks.tokenOf(nonce) };
}

const send = (id: number, text: string, internal = false, key?: string) =>
  app.services.admin.conversations.send(admin, { kind: 'quote', id, text, internal, key });

const mailsTo = (email: string) => smtp.received.filter((mail) => mail.to.includes(email));

describe('a reply to a quote', () => {
  it('is emailed, stored, and counts as the first answer', async () => {
    const { id, email } = await newQuote();
    const sent = await send(id, 'We would like to do this.');
    expect(sent).toMatchObject({ byAgency: true, internal: false, editableUntil: null });
    const [mail] = await app.sql`
      select "to", text from mails where about = ${`quote:${id}`} and kind = 'reply'`;
    expect(mail).toMatchObject({
      to: email,
      text: expect.stringContaining('We would like to do this.'),
    });
    const [quote] = await app.sql`select status, first_answer_at from quotes where id = ${id}`;
    expect(quote).toMatchObject({ status: 'contacted', first_answer_at: expect.any(Date) });
    const list = await ask<LeadMessage[]>('GET', `/api/admin/quotes/${id}/messages`);
    expect(list.body).toMatchObject([
      { id: sent.id, from: 'agency', sender: 'Olive Tester', internal: false, files: [] },
    ]);
    await expect
      .poll(
        async () =>
          (await ask<LeadMessage[]>('GET', `/api/admin/quotes/${id}/messages`)).body[0]?.delivery,
      )
      .toBe('sent');
  });

  it('is shown as typed at the private link, in the email and in the panel', async () => {
    const { id, email } = await newQuote();
    const text = '2*3*4 (c) "x"\n\n7. seven\n9.  nine\n\n--\nhttps://example.com/a?b=1&c=2.';
    await send(id, text);
    const [mail] = await app.sql`
      select text, html from mails where kind = 'reply' and "to" = ${email}`;
    expect(mail?.text).toContain(`\n\n${text}\n\n`);
    expect(mail?.html).toContain(
      '2*3*4 (c) &quot;x&quot;<br><br>7. seven<br>9.&nbsp; nine<br><br>--<br><a class="link" href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>.',
    );
    const list = await ask<LeadMessage[]>('GET', `/api/admin/quotes/${id}/messages`);
    expect(list.body.at(-1)?.text).toBe(text);
    expect((await app.services.linkedConversation.list(id)).at(-1)?.text).toBe(text);
  });

  it('refers to earlier emails, so that mail programs show one conversation', async () => {
    const { id, email } = await newQuote();
    await expect.poll(() => mailsTo(email).length).toBe(1);
    await send(id, 'First');
    await expect.poll(() => mailsTo(email).length).toBe(2);
    await send(id, 'Second');
    await expect.poll(() => mailsTo(email).length).toBe(3);
    const heads = mailsTo(email).map(({ raw }) => ({
      id: /^Message-ID: (\S+)/im.exec(raw)?.[1],
      reply: /^In-Reply-To: (\S+)/im.exec(raw)?.[1],
    }));
    expect(heads[1]?.reply).toBe(heads[0]?.id);
    expect(heads[2]?.reply).toBe(heads[1]?.id);
  });

  it('is sent once per key; another text with the same key is refused', async () => {
    const { id } = await newQuote();
    const first = await send(id, 'Once', false, 'key-1');
    expect((await send(id, 'Once', false, 'key-1')).id).toBe(first.id);
    await expect(send(id, 'Other', false, 'key-1')).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
    const [mails] = await app.sql`
      select count(*)::int as sent from mails where about = ${`quote:${id}`} and kind = 'reply'`;
    expect(mails?.sent).toBe(1);
  });

  it('cannot be changed once it is emailed; an internal message can', async () => {
    const { id } = await newQuote();
    const mailed = await send(id, 'Mailed');
    const kept = await send(id, 'Between us', true);
    const conversations = app.services.admin.conversations;
    const change = (messageId: number) =>
      conversations.edit(admin, { kind: 'quote', id: messageId, text: 'Changed' });
    await expect(change(mailed.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await change(kept.id)).toMatchObject({ text: 'Changed', internal: true });
    await conversations.remove(admin, { kind: 'quote', id: kept.id });
    await expect(
      conversations.edit(admin, { kind: 'message', id: kept.id, text: 'Changed' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that is internal is neither emailed nor counted as an answer', async () => {
    const { id } = await newQuote();
    await send(id, 'Too small for us?', true);
    const [quote] = await app.sql`select status, first_answer_at from quotes where id = ${id}`;
    expect(quote).toEqual({ status: 'pending', first_answer_at: null });
    const mails = await app.sql`
      select id from mails where about = ${`quote:${id}`} and kind = 'reply'`;
    expect(mails).toHaveLength(0);
  });

  it('is stored as a draft until it is sent', async () => {
    const { id } = await newQuote();
    const { conversations } = app.services.admin;
    await conversations.saveDraft(admin, { kind: 'quote', id, text: 'Dear', fileIds: [] });
    expect(await conversations.get(admin, { kind: 'quote', id })).toMatchObject({
      draft: { text: 'Dear' },
    });
    await send(id, 'Dear Ada');
    expect(await conversations.get(admin, { kind: 'quote', id })).toMatchObject({
      draft: { text: '' },
    });
  });

  it('has separate read marks for each admin', async () => {
    const { id } = await newQuote();
    const { conversations } = app.services.admin;
    const { id: messageId } = await send(id, 'Hello');
    await conversations.markRead(admin, { kind: 'quote', id, messageId: messageId + 1_000 });
    expect(await conversations.get(admin, { kind: 'quote', id })).toMatchObject({
      lastReadId: messageId,
    });
    const other = await userOf(app, (await signedInAs(app, 'manager')).id);
    expect(await conversations.get(other, { kind: 'quote', id })).toMatchObject({
      lastReadId: null,
    });
  });
});

describe('the private link of a quote', () => {
  const byLink = async (token: string) => {
    const response = await app.fetch(`/api/quotes/by-link/${token}`);
    return ((await response.json()) as { messages: LinkedMessage[] }).messages;
  };
  const answer = (token: string, text: string, key?: string) =>
    app.postJson(`/api/quotes/by-link/${token}/messages`, { text, ...(key && { key }) });

  it('shows the conversation without internal messages, and accepts replies', async () => {
    const { id, token } = await newQuote();
    await send(id, 'Which day?');
    await send(id, 'They pay late', true);
    const response = await answer(token, 'On <b>Tuesday</b>', 'k');
    expect(response.status).toBe(200);
    const shown = await byLink(token);
    expect(shown.map(({ byAgency, text }) => [byAgency, text.includes('late')])).toEqual([
      [true, false],
      [false, false],
    ]);
    const [notice] = await app.sql`
      select "to", text from mails where about = ${`quote:${id}`} and kind = 'quote_notice'
      order by id desc limit 1`;
    expect(notice?.text).toContain('Tuesday');
    // Sending the same message again stores nothing.
    await answer(token, 'On <b>Tuesday</b>', 'k');
    expect(await byLink(token)).toHaveLength(2);
    const { rows } = await app.services.admin.conversations.page(admin, {
      kind: 'quote',
      id,
      limit: 10,
    });
    expect(rows.map(({ byAgency, internal }: ConversationMessage) => [byAgency, internal])).toEqual(
      [
        [true, false],
        [true, true],
        [false, false],
      ],
    );
  });

  it('notifies the owner of the quote instead of the agency’s mailbox, while their role can read leads', async () => {
    const { id, token } = await newQuote();
    const { id: ownerId } = await signedInAs(app, 'manager');
    const owner = await userOf(app, ownerId);
    await app.sql`update conversations set owner_id = ${ownerId} where quote_id = ${id}`;
    const notified = async (text: string) => {
      await answer(token, text);
      const [notice] = await app.sql`
        select "to" from mails where about = ${`quote:${id}`} and kind = 'quote_notice'
        order by id desc limit 1`;
      // Later notifications would be combined with this one.
      await app.sql`update mails set cancel_key = null where about = ${`quote:${id}`}`;
      return notice?.to;
    };
    expect(await notified('Hello')).toBe(owner.email);
    await app.sql`update users set admin_role = 'editor' where id = ${ownerId}`;
    expect(await notified('For managers alone')).not.toContain(owner.email);
  });

  it('is not found if it is unknown, and accepts no empty message', async () => {
    const { token } = await newQuote();
    expect((await answer('unknown', 'Hello')).status).toBe(404);
    expect((await answer(token, '  ')).status).toBe(400);
  });
});

it('an idempotency key belongs to one lead: the same key for another lead is not a repeat', async () => {
  const { id } = await newQuote();
  const response = await app.postJson('/api/contact', contactMessage({ email: newEmail() }));
  const { id: messageId } = (await response.json()) as { id: number };
  const key = crypto.randomUUID();
  const first = await send(id, 'Hello', false, key);
  const second = await app.services.admin.conversations.send(admin, {
    kind: 'message',
    id: messageId,
    text: 'Hello',
    internal: false,
    key,
  });
  expect(second.id).not.toBe(first.id);
  const mails = await app.sql`
    select id from mails where about = ${`message:${messageId}`} and kind = 'reply'`;
  expect(mails).toHaveLength(1);
});

it('only the sent email contains the link that opens the conversation', async () => {
  const { id, email, token } = await newQuote();
  await expect.poll(() => mailsTo(email).length).toBe(1);
  await send(id, 'See {{link}} for more.');
  await expect.poll(() => mailsTo(email).length).toBe(2);
  expect(mailsTo(email)[1]?.raw.replace(/=\r\n/g, '')).toContain(token);
  for (const table of ['mails', 'messages', 'audit_log']) {
    const [found] = await app.sql`
      select count(*)::int as rows from ${app.sql(table)} t where t::text like ${`%${token}%`}`;
    expect({ table, rows: found?.rows }).toEqual({ table, rows: 0 });
  }
});

it('the panel shows the newest messages of a long conversation, and one email combines notifications', async () => {
  const { id, token } = await newQuote();
  await app.sql`insert into messages (conversation_id, author_name, by_agency, text)
    select id, 'Ada Byron', false, 'Number ' || n from conversations, generate_series(1, 150) n where quote_id = ${id}`;
  await send(id, 'The newest');
  const path = `/api/quotes/by-link/${token}`;
  const { messages } = (await (await app.fetch(path)).json()) as { messages: LinkedMessage[] };
  expect(messages).toHaveLength(100);
  expect(messages.at(-1)?.text).toContain('The newest');
  for (const text of ['One', 'Two']) await app.postJson(`${path}/messages`, { text });
  const notices = await app.sql<{ text: string }[]>`
    select text from mails where about = ${`quote:${id}`} and cancel_key is not null`;
  expect(notices).toHaveLength(1);
  expect(notices[0]?.text).toMatch(/One[\s\S]*Two/);
});

it('a confirmation quotes the submission only to a verified email', async () => {
  const known = newEmail();
  await signUpClient(app, known);
  const texts = await Promise.all(
    [known, newEmail()].map(async (email) => {
      const response = await app.postJson(
        '/api/contact',
        contactMessage({ email, message: 'Is the engine slow?' }),
      );
      const { id } = (await response.json()) as { id: number };
      await ask('POST', `/api/admin/contact-messages/${id}/messages`, { text: 'Yes.' });
      const [mail] = await app.sql`
        select text from mails where about = ${`message:${id}`} and kind = 'reply'`;
      return String(mail?.text);
    }),
  );
  expect(texts.map((text) => text.includes('Is the engine slow?'))).toEqual([true, false]);
});

describe('reply templates', () => {
  const path = '/api/admin/reply-templates';

  it('have a unique name, and unknown placeholders are refused', async () => {
    const name = `Thanks ${crypto.randomUUID()}`;
    const made = await ask<{ id: number }>('POST', path, { name, text: 'Hello {{ firstName }}' });
    expect(made.status).toBe(200);
    const wrong = await ask<{ message: string }>('POST', path, {
      name: 'Other',
      text: '{{first}}',
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'text', message: expect.stringContaining('{{first}}') }] },
    });
    const twice = await ask('POST', path, { name: name.toUpperCase(), text: 'Hello' });
    expect(twice.status).toBe(409);
    const changed = await ask('PUT', `${path}/${made.body.id}`, { text: 'Dear {{name}}' });
    expect(changed.body).toMatchObject({ name, text: 'Dear {{name}}' });
    const list = await ask<{ id: number }[]>('GET', path);
    expect(list.body.map(({ id }) => id)).toContain(made.body.id);
    expect((await ask('DELETE', `${path}/${made.body.id}`)).status).toBe(200);
    expect((await ask('DELETE', `${path}/${made.body.id}`)).status).toBe(404);
  });
});

describe('files of a reply', () => {
  const statusOf = async (path: string, headers = {}) => {
    const response = await app.fetch(path, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const sendFile = async (kind: 'quote' | 'message', id: number, internal = false) => {
    const { id: fileId } = await uploadAs(app.services, admin, pixel, 'sketch.png');
    const message = { kind, id, text: 'A sketch', internal, fileIds: [fileId] };
    const sent = await app.services.admin.conversations.send(admin, message);
    expect(sent.files).toMatchObject([{ id: fileId, name: 'sketch.png' }]);
    return fileId;
  };

  it('are links in the email, and can only be opened at the private link', async () => {
    const [{ id, token, email }, other] = [await newQuote(), await newQuote()];
    const fileId = await sendFile('quote', id);
    const secret = await sendFile('quote', id, true);
    await expect
      .poll(() => mailsTo(email).some(({ raw }) => raw.includes('sketch.png')))
      .toBe(true);
    const [mail] = await app.sql<[{ text: string }]>`
      select text from mails where about = ${`quote:${id}`} and kind = 'reply'`;
    expect(mail.text).toContain(
      `http://agency.test/api/quotes/by-link/{private-link-token}/files/${fileId}`,
    );
    expect(await statusOf(`/api/quotes/by-link/${token}/files/${fileId}`)).toBe(200);
    const shown = await app.fetch(`/api/quotes/by-link/${token}`);
    expect(await shown.json()).toMatchObject({
      messages: [{ files: [{ id: fileId, name: 'sketch.png' }] }],
    });
    for (const path of [
      `/api/quotes/by-link/${token}/files/${secret}`,
      `/api/quotes/by-link/${other.token}/files/${fileId}`,
      `/api/quotes/by-link/unknown/files/${fileId}`,
      `/api/proposals/by-link/${token}/files/${fileId}`,
    ]) {
      expect(await statusOf(path)).toBe(404);
    }
    expect(await statusOf(`/api/files/${fileId}`)).toBe(401);
    const theirs = { Cookie: await signUpClient(app, email) };
    expect(await statusOf(`/api/files/${fileId}`, theirs)).toBe(200);
    expect(await statusOf(`/api/files/${secret}`, theirs)).toBe(404);
    const strangers = { Cookie: await signUpClient(app) };
    expect(await statusOf(`/api/files/${fileId}`, strangers)).toBe(404);
  });

  it('to a contact message have a separate link until the message is deleted', async () => {
    const email = newEmail();
    const response = await app.postJson('/api/contact', contactMessage({ email }));
    const { id } = (await response.json()) as { id: number };
    const fileId = await sendFile('message', id);
    const [{ nonce }] = await app.sql<[{ nonce: string }]>`
      select nonce from document_links where about = ${`message:${id}`}`;
    const path = `/api/messages/by-link/${app.services.documentLinks.tokenOf(nonce)}/files/${fileId}`;
    const file = await app.fetch(path);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-disposition': expect.stringContaining('attachment'),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    await file.arrayBuffer();
    await app.sql`delete from contact_messages where id = ${id}`;
    expect(await statusOf(path)).toBe(404);
  });
});
