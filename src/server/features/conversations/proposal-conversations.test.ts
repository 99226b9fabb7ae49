import { beforeAll, describe, expect, it } from 'vitest';

import type { LeadMessage, LinkedMessage } from '~/contract/conversations/conversations-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { LinkedQuote } from '~/contract/leads/quote-link-schema';
import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import type { Message } from '~/contract/threads/threads-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signUpClient } from '~/testing/sign-in';
import { pixel, uploadAs, userOf } from '~/testing/threads';

const app = testApp({
  rateLimits: { quoteForm: 1e6, confirmations: 1e6, linkWrites: 1e6, linkReads: 1e6 },
});
let admin: CurrentUser;
let ask: ReturnType<typeof askerOf>;
const { sentProposal } = salesOf(() => app);

beforeAll(async () => {
  const { id, cookie } = await signedInAs(app, 'owner');
  admin = await userOf(app, id);
  ask = askerOf(app, cookie);
});

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const wordsOf = (messages: { text: string }[]) => messages.map(({ text }) => text);

async function newQuote(email = newEmail()) {
  const response = await app.postJson('/api/quotes', quoteRequest({ email }));
  const { id } = (await response.json()) as { id: number };
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`quote:${id}`}`;
  return { id, email, token: app.services.documentLinks.tokenOf(nonce) };
}
const question = async (token: string, text: string, key?: string) => {
  const response = await app.postJson(`/api/proposals/by-link/${token}/messages`, {
    text,
    ...(key && { key }),
  });
  return { status: response.status, body: (await response.json()) as LinkedMessage[] };
};
const proposalAt = async (token: string) =>
  (await (await app.fetch(`/api/proposals/by-link/${token}`)).json()) as ClientProposal;
const quoteAt = async (token: string) =>
  (await (await app.fetch(`/api/quotes/by-link/${token}`)).json()) as LinkedQuote;
const inPanel = async (path: string) =>
  (await ask<LeadMessage[]>('GET', `/api/admin/${path}/messages`)).body.map(({ text }) => text);
const itemOf = async (kind: 'quote' | 'proposal', id: number) => {
  const item = await app.services.admin.inbox.get(admin, { kind, id }).catch(() => undefined);
  return item && { ...item, waits: item.waitingSince !== null, done: item.doneAt !== null };
};

describe('a question about a proposal', () => {
  it('notifies the agency, whose answer is sent by email', async () => {
    const { id, number, email, token } = await sentProposal();
    const { status, body } = await question(token, 'Does it include <b>photos</b>?', 'once');
    expect({ status, words: wordsOf(body) }).toEqual({
      status: 200,
      words: ['Does it include <b>photos</b>?'],
    });
    // Sending the same text again stores nothing. Another text with the same key is rejected.
    expect((await question(token, 'Does it include <b>photos</b>?', 'once')).body).toHaveLength(1);
    expect((await question(token, 'Another', 'once')).status).toBe(422);
    const [notice] = await app.sql`
      select subject, "to", text from mails where about = ${`proposal:${id}`} and kind = 'proposal_notice'`;
    expect(notice?.subject).toContain(`wrote about their proposal ${number}`);
    expect(notice?.text).toContain('photos');

    const sent = await ask<LeadMessage>('POST', `/api/admin/proposals/${id}/messages`, {
      text: 'Twelve of them.',
    });
    expect(sent.body).toMatchObject({ from: 'agency', text: 'Twelve of them.' });
    const [mail] = await app.sql`
      select "to", text, link_nonce from mails where about = ${`proposal:${id}`} and kind = 'reply'`;
    expect(mail).toMatchObject({ to: email, link_nonce: expect.any(String) });
    expect(mail?.text).toContain('Twelve of them.');
    await ask('POST', `/api/admin/proposals/${id}/messages`, { text: 'Ours', internal: true });
    expect(wordsOf((await proposalAt(token)).messages)).toEqual([
      'Does it include <b>photos</b>?',
      'Twelve of them.',
    ]);
  });

  it('enters the inbox if the proposal has no lead', async () => {
    const { id, number, token } = await sentProposal();
    expect(await itemOf('proposal', id)).toBeUndefined();
    await question(token, 'How long does it take?');
    expect(await itemOf('proposal', id)).toMatchObject({
      kind: 'proposal',
      about: expect.stringContaining(number),
      lastWords: 'How long does it take?',
      stage: 'answered',
      waits: true,
    });
    const page = await app.services.admin.inbox.page(admin, { kind: 'proposal' });
    expect(page.rows.map(({ id: itemId }) => itemId)).toContain(id);
    await ask('POST', `/api/admin/proposals/${id}/messages`, { text: 'Six weeks.' });
    expect(await itemOf('proposal', id)).toMatchObject({ waits: false });
    await app.services.admin.inbox.change(admin, {
      items: [{ kind: 'proposal', id }],
      isDone: true,
    });
    await question(token, 'And in summer?');
    expect(await itemOf('proposal', id)).toMatchObject({ waits: true, done: false });
    await app.services.proposals.decline(token);
    expect(await itemOf('proposal', id)).toMatchObject({ stage: 'closed', status: 'declined' });
  });
});

describe('a lead that became a proposal and a request', () => {
  it('has one conversation, shown with lead, proposal and request', async () => {
    const quote = await newQuote();
    const cookie = await signUpClient(app, quote.email);
    await ask('POST', `/api/admin/quotes/${quote.id}/messages`, { text: 'Which day?' });
    const { id, token } = await sentProposal(quote.email, { leadId: quote.id });
    await question(token, 'Is the domain included?');
    expect(await itemOf('quote', quote.id)).toMatchObject({ waits: true });
    expect(await itemOf('proposal', id)).toBeUndefined();

    const both = ['Which day?', 'Is the domain included?'];
    expect(await inPanel(`quotes/${quote.id}`)).toEqual(both);
    expect(await inPanel(`proposals/${id}`)).toEqual(both);
    expect(wordsOf((await quoteAt(quote.token)).messages)).toEqual(both);
    // The link may be forwarded, so it only shows messages about the proposal.
    expect(wordsOf((await proposalAt(token)).messages)).toEqual(['Is the domain included?']);
    const own = await app.fetch(`/api/proposals/${id}`, { headers: { Cookie: cookie } });
    expect(await own.json()).toMatchObject({ messages: [{}, {}] });

    const { contentHash } = await proposalAt(token);
    await app.postJson(`/api/proposals/by-link/${token}/accept`, {
      name: 'Ada Byron',
      agreed: true,
      contentHash,
      optionalItems: [],
    });
    const [{ request_id: requestId }] = await app.sql<[{ request_id: number }]>`
      select request_id from proposals where id = ${id}`;
    const path = `/api/service-requests/${requestId}/messages`;
    await app.postJson(path, { text: 'Here we go' }, { Cookie: cookie });
    await ask('POST', `/api/admin/quotes/${quote.id}/messages`, { text: 'Ours', internal: true });
    const asClient = await app.fetch(path, { headers: { Cookie: cookie } });
    const read = (await asClient.json()) as Message[];
    expect(read.map(({ about, text }) => [about, text])).toEqual([
      ['quote', 'Which day?'],
      ['proposal', 'Is the domain included?'],
      ['request', 'Here we go'],
    ]);
    const { rows } = await app.services.admin.requestThreads.page(admin, {
      id: requestId,
      limit: 10,
    });
    expect(rows.map(({ text }) => text)).toEqual([...both, 'Here we go', 'Ours']);
  });

  it('hides messages of a lead from a client with another email', async () => {
    const quote = await newQuote();
    await ask('POST', `/api/admin/quotes/${quote.id}/messages`, { text: 'For the sender' });
    const other = newEmail();
    const cookie = await signUpClient(app, other);
    const { id } = await sentProposal(other, { leadId: quote.id });
    const own = await app.fetch(`/api/proposals/${id}`, { headers: { Cookie: cookie } });
    expect(await own.json()).toMatchObject({ messages: [] });
    await ask('POST', `/api/admin/proposals/${id}/messages`, { text: 'For the other' });
    expect(wordsOf((await quoteAt(quote.token)).messages)).toEqual(['For the sender']);
    expect(await inPanel(`quotes/${quote.id}`)).toEqual(['For the sender', 'For the other']);
  });
});

describe('an answer', () => {
  it('goes to the sender of the last message, even if an admin writes it on the lead', async () => {
    const quote = await newQuote();
    const { id, token } = await sentProposal(quote.email, { leadId: quote.id });
    await question(token, 'Is the domain included?');
    await ask('POST', `/api/admin/quotes/${quote.id}/messages`, { text: 'It is.' });
    expect(wordsOf((await proposalAt(token)).messages)).toEqual([
      'Is the domain included?',
      'It is.',
    ]);
    const [mail] = await app.sql`
      select subject, text from mails where about = ${`proposal:${id}`} and kind = 'reply'`;
    expect(mail?.subject).toContain('Re: your proposal');
    expect(mail?.text).toContain('Is the domain included?');
  });

  it('is sent once per key, even if the client has written about another record between the attempts', async () => {
    const quote = await newQuote();
    const { token } = await sentProposal(quote.email, { leadId: quote.id });
    await question(token, 'Is the domain included?');
    const answer = async () => {
      const { conversations } = app.services.admin;
      const opened = { kind: 'quote' as const, id: quote.id };
      return conversations.send(admin, {
        ...{ ...opened, text: 'It is.', internal: false, key: 'the-domain' },
      });
    };
    const { id } = await answer();
    await app.postJson(`/api/quotes/by-link/${quote.token}/messages`, { text: 'Hello?' });
    expect(await answer()).toMatchObject({ id });
    expect(
      await app.sql`select from mails where "to" = ${quote.email} and kind = 'reply'`,
    ).toHaveLength(1);
  });

  it('can go to another recipient of the conversation, but not to a stranger', async () => {
    const [kept, merged] = [await newQuote(), await newQuote()];
    await ask('POST', `/api/admin/quotes/${merged.id}/merge`, { into: kept.id });
    const opened = { kind: 'quote' as const, id: kept.id };
    const { recipients } = await app.services.admin.conversations.get(admin, opened);
    expect(recipients.map(({ email }) => email)).toEqual([kept.email, merged.email]);
    const to = { kind: 'quote' as const, id: merged.id };
    const send = (more: object) =>
      app.services.admin.conversations.send(admin, {
        ...opened,
        ...{ text: 'Roughly 6.200 in all', internal: false, ...more },
      });
    expect(await send({ to })).toMatchObject({ address: merged.email });
    const [mail] = await app.sql`
      select "to" from mails where about = ${`quote:${merged.id}`} and kind = 'reply'`;
    expect(mail?.to).toBe(merged.email);
    const stranger = await newQuote();
    await expect(send({ to: { kind: 'quote', id: stranger.id } })).rejects.toThrow('recipients');
  });

  it('to another email of the same lead is shown to the agency on the request, but not to its client', async () => {
    const [kept, merged] = [await newQuote(), await newQuote()];
    const cookie = await signUpClient(app, kept.email);
    await ask('POST', `/api/admin/quotes/${merged.id}/messages`, { text: 'Roughly 6.200 in all' });
    await ask('POST', `/api/admin/quotes/${merged.id}/merge`, { into: kept.id });
    const { id } = await app.services.admin.requests.createFromQuote(admin, kept.id);
    const { rows } = await app.services.admin.requestThreads.page(admin, { id, limit: 10 });
    expect(rows.map(({ text }) => text)).toEqual(['Roughly 6.200 in all']);
    const path = `/api/service-requests/${id}/messages`;
    const read = await app.fetch(path, { headers: { Cookie: cookie } });
    expect(await read.json()).toEqual([]);
  });
});

it('a lead whose email is entered later is answered at that email, and its link at the previous email is revoked', async () => {
  const quote = await newQuote();
  const email = newEmail();
  const changed = await app.services.admin.quotes.change(admin, { id: quote.id, email });
  expect(changed).toMatchObject({ email });
  await ask('POST', `/api/admin/quotes/${quote.id}/messages`, { text: 'Hello' });
  const [mail] = await app.sql`
    select "to" from mails where about = ${`quote:${quote.id}`} and kind = 'reply'`;
  expect(mail?.to).toBe(email);
  expect((await app.fetch(`/api/quotes/by-link/${quote.token}`)).status).toBe(404);
  await expect(
    app.services.admin.quotes.change(admin, { id: quote.id, email: '', phone: '' }),
  ).rejects.toThrow('Please enter an email or a phone number');
  const { changes } = await app.services.admin.quotes.get(quote.id);
  expect(changes[1]?.description).toContain('changed the details of the quote from');
});

describe('messages to one email are not shown to the holder of another', () => {
  const statusOf = async (path: string, headers = {}) => {
    const response = await app.fetch(path, { headers });
    await response.arrayBuffer();
    return response.status;
  };
  const answerWithFile = async (kind: 'quote' | 'proposal', id: number) => {
    const { id: fileId } = await uploadAs(app.services, admin, pixel, 'sketch.png');
    const message = { kind, id, text: 'A sketch', internal: false, fileIds: [fileId] };
    await app.services.admin.conversations.send(admin, message);
    return fileId;
  };
  const accept = async (token: string) => {
    const { contentHash } = await proposalAt(token);
    const fields = { name: 'Ada Byron', agreed: true, contentHash, optionalItems: [] };
    expect((await app.postJson(`/api/proposals/by-link/${token}/accept`, fields)).status).toBe(200);
  };

  it('if a proposal gets another client', async () => {
    const { id, token } = await sentProposal();
    await question(token, 'For a');
    const fileId = await answerWithFile('proposal', id);
    const client = { name: 'Other', email: newEmail() };
    await ask('PUT', `/api/admin/proposals/${id}`, { client });
    const { body } = await ask<{ url: string }>('POST', `/api/admin/proposals/${id}/send`);
    const next = body.url.split('/').at(-1) ?? '';
    expect((await proposalAt(next)).messages).toEqual([]);
    expect(await statusOf(`/api/proposals/by-link/${next}/files/${fileId}`)).toBe(404);
    expect(await inPanel(`proposals/${id}`)).toEqual(['For a', 'A sketch']);
  });

  it('if another client accepts a lead’s proposal, or merged quotes have two senders', async () => {
    const [a, b] = [await newQuote(), await newQuote()];
    const fileOfA = await answerWithFile('quote', a.id);
    const cookies = { a: await signUpClient(app, a.email), b: await signUpClient(app, b.email) };
    const { token } = await sentProposal(b.email, { leadId: a.id });
    await accept(token);
    expect(await statusOf(`/api/files/${fileOfA}`, { Cookie: cookies.b })).toBe(404);
    expect(await statusOf(`/api/files/${fileOfA}`, { Cookie: cookies.a })).toBe(200);

    const [c, d] = [await newQuote(), await newQuote()];
    const fileOfD = await answerWithFile('quote', d.id);
    await ask('POST', `/api/admin/quotes/${c.id}/merge`, { into: d.id });
    const ofC = await signUpClient(app, c.email);
    const offered = await sentProposal(c.email, { leadId: c.id });
    await accept(offered.token);
    expect(await statusOf(`/api/files/${fileOfD}`, { Cookie: ofC })).toBe(404);
    // The request stays linked to the quote of the client who accepted, not to the quote into which it was merged.
    const [row] = await app.sql`
      select quote_id from service_requests where id = (select request_id from proposals where id = ${offered.id})`;
    expect(row?.quote_id).toBe(c.id);
  });
});

it('a message from another email does not automatically change the recipient of an answer', async () => {
  const [kept, other] = [await newQuote(), await newQuote()];
  await ask('POST', `/api/admin/quotes/${other.id}/merge`, { into: kept.id });
  await app.postJson(`/api/quotes/by-link/${other.token}/messages`, { text: 'Write to me' });
  await ask('POST', `/api/admin/quotes/${kept.id}/messages`, { text: 'For the first' });
  const [mail] = await app.sql`
    select "to" from mails where kind = 'reply' and about in (${`quote:${kept.id}`}, ${`quote:${other.id}`})`;
  expect(mail?.to).toBe(kept.email);
});
