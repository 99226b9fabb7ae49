import { beforeAll, expect, it } from 'vitest';

import type { LeadMessage } from '~/contract/conversations/conversations-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { LinkedQuote } from '~/contract/leads/quote-link-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signUpClient } from '~/testing/sign-in';
import { userOf } from '~/testing/threads';

const app = testApp({
  rateLimits: { quoteForm: 1e6, confirmations: 1e6, linkWrites: 1e6, linkReads: 1e6 },
});
let admin: CurrentUser;
let ask: ReturnType<typeof askerOf>;
const { newProposal, sentProposal } = salesOf(() => app);

beforeAll(async () => {
  const { id, cookie } = await signedInAs(app, 'owner');
  admin = await userOf(app, id);
  ask = askerOf(app, cookie);
});

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const newPhone = () => `+47 ${Math.floor(Math.random() * 9e9 + 1e9)}`;

async function newQuote(changes: object = {}) {
  const request = quoteRequest({ email: newEmail(), phone: newPhone(), ...changes });
  const response = await app.postJson('/api/quotes', request);
  const { id } = (await response.json()) as { id: number };
  await app.sql`update quotes set phone_digits = regexp_replace(phone, '[^0-9]', '', 'g') where id = ${id}`;
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`quote:${id}`}`;
  return { id, email: request.email, token: app.services.documentLinks.tokenOf(nonce) };
}

const quotes = () => app.services.admin.quotes;
const merge = (id: number, into: number) =>
  ask<{ id: number; message?: string }>('POST', `/api/admin/quotes/${id}/merge`, { into });
const send = (id: number, text: string) =>
  app.services.admin.conversations.send(admin, { kind: 'quote', id, text, internal: false });
const listed = async () =>
  (await ask<{ id: number }[]>('GET', '/api/admin/quotes?pageSize=100')).body.map(({ id }) => id);
const textsOf = async (id: number) =>
  (await ask<LeadMessage[]>('GET', `/api/admin/quotes/${id}/messages`)).body.map(
    ({ text }) => text,
  );
const itemOf = async (id: number) => {
  const [row] =
    await app.sql`select main_id is not null as is_merged, tags, next_step, waiting_since is not null as waits,
    done_at is not null as done from conversations where quote_id = ${id}`;
  return row;
};
const answer = (token: string, text: string) =>
  app.postJson(`/api/quotes/by-link/${token}/messages`, { text });

it('quotes with the same email, phone or company are possible duplicates', async () => {
  const [email, phone] = [newEmail(), '+47 91 23 45 67'];
  const company = `Byron & Co ${crypto.randomUUID()}`;
  const kept = await newQuote({ email, phone, company });
  const sameEmail = await newQuote({ email: email.toUpperCase() });
  const samePhone = await newQuote({ phone: '0047 9123 4567' });
  const sameCompany = await newQuote({ company: ` ${company.toUpperCase()}` });
  await newQuote();
  const spam = await newQuote({ email });
  await quotes().setSpam(admin, [spam.id], true);
  const { duplicates } = await quotes().get(kept.id);
  expect(duplicates.map(({ id, same }) => ({ id, same }))).toEqual([
    { id: sameCompany.id, same: 'company' },
    { id: samePhone.id, same: 'phone' },
    { id: sameEmail.id, same: 'email' },
  ]);
  await merge(sameEmail.id, kept.id);
  const after = await quotes().get(kept.id);
  expect(after.duplicates.map(({ id }) => id)).toEqual([sameCompany.id, samePhone.id]);
});

it('merged quotes are shown as one quote until they are separated, and no record moves', async () => {
  const email = newEmail();
  const kept = await newQuote({ email });
  const merged = await newQuote({ email, projectDetails: 'A second engine, for the mill' });
  await send(merged.id, 'Which mill?');
  await answer(merged.token, 'The one by the river');
  const { id: proposalId } = await newProposal({ leadId: merged.id });
  await app.services.admin.inbox.change(admin, {
    items: [{ kind: 'quote', id: merged.id }],
    tags: ['mill'],
    nextStep: 'Visit the mill',
  });

  expect((await merge(merged.id, kept.id)).body).toMatchObject({ id: kept.id });
  const detail = await quotes().get(kept.id);
  expect(detail).toMatchObject({
    merged: [{ id: merged.id, projectDetails: 'A second engine, for the mill' }],
    proposals: [{ id: proposalId }],
  });
  expect(detail.changes[0]?.description).toContain('merged the quote from');
  // Expects emails about both quotes.
  expect(detail.mails.filter(({ kind }) => kind === 'quote_received')).toHaveLength(2);
  expect(await textsOf(kept.id)).toEqual(['Which mill?', 'The one by the river']);
  expect(await listed()).not.toContain(merged.id);
  const byWords = await quotes().search({ search: 'second engine, for the mill' });
  expect(byWords.rows.map(({ id }) => id)).toEqual([kept.id]);
  expect(await itemOf(merged.id)).toMatchObject({ is_merged: true });
  expect(await itemOf(kept.id)).toMatchObject({
    waits: true,
    done: false,
    tags: ['mill'],
    next_step: 'Visit the mill',
  });

  // Messages at the old link are added to the remaining quote, to which admins are redirected.
  await send(kept.id, 'We shall come');
  expect(await itemOf(kept.id)).toMatchObject({ waits: false });
  await answer(merged.token, 'Until then');
  expect(await itemOf(kept.id)).toMatchObject({ waits: true });
  const response = await app.fetch(`/api/quotes/by-link/${merged.token}`);
  const linked = (await response.json()) as LinkedQuote;
  expect(linked.status).toBe('contacted');
  expect(linked.messages.map(({ text }) => text)).toEqual([
    'Which mill?',
    'The one by the river',
    'We shall come',
    'Until then',
  ]);
  await expect(send(merged.id, 'Hello')).rejects.toThrow(`merged into quote ${kept.id}`);
  const status = await ask('PUT', `/api/admin/quotes/${merged.id}`, { status: 'approved' });
  expect(status.status).toBe(409);

  await ask('POST', `/api/admin/quotes/${merged.id}/separate`);
  expect(await listed()).toEqual(expect.arrayContaining([kept.id, merged.id]));
  expect(await itemOf(merged.id)).toMatchObject({ is_merged: false, tags: ['mill'] });
  // Each message stays with the quote about which it was written.
  expect(await textsOf(merged.id)).toEqual([
    'Which mill?',
    'The one by the river',
    'We shall come',
  ]);
  expect(await textsOf(kept.id)).toEqual(['Until then']);
});

it('a merge does not show one sender the messages of another', async () => {
  const kept = await newQuote();
  const merged = await newQuote();
  await send(merged.id, 'For your eyes');
  await merge(merged.id, kept.id);
  await send(kept.id, 'For the other’s eyes');
  const textsAt = async (token: string) => {
    const response = await app.fetch(`/api/quotes/by-link/${token}`);
    const { messages } = (await response.json()) as LinkedQuote;
    return messages.map(({ text }) => text);
  };
  expect(await textsAt(merged.token)).toEqual(['For your eyes']);
  expect(await textsAt(kept.token)).toEqual(['For the other’s eyes']);
  // The agency reads both conversations, and sees that the first one waits for a reply.
  await answer(merged.token, 'Thank you');
  expect(await textsOf(kept.id)).toEqual(['For your eyes', 'For the other’s eyes', 'Thank you']);
  expect(await itemOf(kept.id)).toMatchObject({ waits: true });
});

it('merged quotes count as one lead, for the agency and for their sender', async () => {
  const email = newEmail();
  await signUpClient(app, email);
  const kept = await newQuote({ email });
  const merged = await newQuote({ email });
  const counts = async () => {
    const waiting = await app.services.admin.overview.waiting();
    const inquiries = await app.services.requests.inquiries(email);
    return { quotes: waiting.quotes, ids: inquiries.map(({ id }) => id) };
  };
  const before = await counts();
  expect(before.ids).toContain(`quote:${merged.id}`);
  await merge(merged.id, kept.id);
  const after = await counts();
  expect(after.quotes).toBe(before.quotes - 1);
  expect(after.ids).toEqual(before.ids.filter((id) => id !== `quote:${merged.id}`));
  // Both quotes become one request.
  const request = await app.services.admin.requests.createFromQuote(admin, merged.id);
  expect(await app.services.admin.requests.createFromQuote(admin, kept.id)).toEqual(request);
  expect(await quotes().get(kept.id)).toMatchObject({ requestId: request.id });
});

it('one of two concurrent merges succeeds, and the other admin gets an error', async () => {
  const [a, b, c] = [await newQuote(), await newQuote(), await newQuote()];
  const results = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rows =
    await app.sql`select id from quotes where id in (${a.id}, ${b.id}) and merged_into is not null`;
  expect(rows).toHaveLength(1);
  const kept = rows[0]?.id === a.id ? b : a;
  // Merging again is not an error. Quotes that were merged into it before are merged into the remaining one.
  await merge(kept.id, c.id);
  expect((await merge(kept.id, c.id)).status).toBe(200);
  expect((await quotes().get(c.id)).merged.map(({ id }) => id)).toEqual(
    [a.id, b.id].sort((x, y) => x - y),
  );
  expect((await merge(c.id, c.id)).status).toBe(400);
  expect((await merge(c.id, 2e9)).status).toBe(404);
});

it('a quote waits for a reply if its client writes about a proposal during the merge', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [kept, merged] = [await newQuote(), await newQuote()];
    const { token } = await sentProposal(merged.email, { leadId: merged.id });
    await send(kept.id, 'We shall come');
    const asked = app.postJson(`/api/proposals/by-link/${token}/messages`, { text: 'When?' });
    const [written, { status }] = await Promise.all([asked, merge(merged.id, kept.id)]);
    expect([written.status, status]).toEqual([200, 200]);
    expect(await itemOf(kept.id)).toMatchObject({ waits: true });
    await send(kept.id, 'In May');
    expect(await itemOf(kept.id)).toMatchObject({ waits: false });
  }
});

it('a quote cannot be merged with spam, and gets no message text from another sender', async () => {
  const [kept, other, spam] = [await newQuote(), await newQuote(), await newQuote()];
  await quotes().setSpam(admin, [spam.id], true);
  expect((await merge(other.id, spam.id)).status).toBe(409);
  await merge(other.id, kept.id);
  const [item] = await app.sql`select last_message from conversations where quote_id = ${kept.id}`;
  expect(item?.last_message).toBe('');
});

it('revoking the link of the remaining quote revokes the links of the merged quotes', async () => {
  const email = newEmail();
  const [kept, other] = [await newQuote({ email }), await newQuote({ email })];
  await merge(other.id, kept.id);
  await app.services.linkedQuotes.revoke(admin, kept.id);
  for (const { token } of [kept, other]) {
    expect((await app.fetch(`/api/quotes/by-link/${token}`)).status).toBe(404);
  }
});
