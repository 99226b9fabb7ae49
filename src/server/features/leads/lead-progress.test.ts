import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6, quoteForm: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { newProposal } = salesOf(() => app);

async function submit(path: 'quotes' | 'contact', fields: object): Promise<number> {
  const response = await app.postJson(`/api/${path}`, fields);
  return ((await response.json()) as { id: number }).id;
}

const quoteOf = async (id: number) => {
  const [row] = await app.sql`
    select status, first_answer_at is not null as "isAnswered" from quotes where id = ${id}`;
  return row;
};

const historyOf = async (about: string) =>
  (await app.sql`select description from audit_log where about = ${about} order by id`).map(
    ({ description }) => description,
  );

async function detail(procedure: string, id: number) {
  const { body } = await ask<{ result: { data: { proposals: object[] } } }>(
    'GET',
    `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ id }))}`,
  );
  return body.result.data;
}

it('a quote follows its proposal: drafted, sent, accepted', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const leadId = await submit('quotes', quoteRequest({ name: 'Mary Shelley', email }));
  const { id, number } = await newProposal({ leadId }, email);
  expect(await quoteOf(leadId)).toEqual({ status: 'pending', isAnswered: false });
  expect((await detail('admin.quotes.get', leadId)).proposals).toMatchObject([
    { id, number, status: 'draft' },
  ]);

  const { url } = await app.services.admin.proposals.send('system', id);
  expect(await quoteOf(leadId)).toEqual({ status: 'contacted', isAnswered: true });

  const token = url.split('/').at(-1) ?? '';
  const { contentHash } = (await (await app.fetch(`/api/proposals/by-link/${token}`)).json()) as {
    contentHash: string;
  };
  await app.postJson(`/api/proposals/by-link/${token}/accept`, {
    name: 'Mary Shelley',
    agreed: true,
    contentHash,
  });
  expect(await quoteOf(leadId)).toMatchObject({ status: 'approved' });
  expect(await historyOf(`quote:${leadId}`)).toEqual([
    `The system marked the quote from Mary Shelley as contacted: it was sent the proposal ${number}`,
    `The system marked the quote from Mary Shelley as approved: ${number} was accepted`,
  ]);
});

it.each([
  ['rejected', 'contacted'],
  ['approved', 'approved'],
])('a quote that was %s is %s once its proposal is sent', async (before, after) => {
  const leadId = await submit('quotes', quoteRequest());
  await ask('PUT', `/api/admin/quotes/${leadId}`, { status: before });
  const { id } = await newProposal({ leadId });
  await app.services.admin.proposals.send('system', id);
  expect(await quoteOf(leadId)).toMatchObject({ status: after });
  const told = (await historyOf(`quote:${leadId}`)).filter((line) => line.includes('was sent'));
  expect(told).toHaveLength(before === after ? 0 : 1);
});

it('a contact message is replied to by its proposal', async () => {
  const messageId = await submit('contact', contactMessage());
  const { id, number } = await newProposal({ messageId });
  expect((await detail('admin.messages.get', messageId)).proposals).toMatchObject([{ id }]);
  await app.services.admin.proposals.send('system', id);
  const [row] = await app.sql`
    select status, first_answer_at is not null as answered from contact_messages where id = ${messageId}`;
  expect(row).toEqual({ status: 'replied', answered: true });
  expect(await historyOf(`message:${messageId}`)).toEqual([
    expect.stringContaining(`was sent the proposal ${number}`),
  ]);
});
