import { beforeAll, describe, expect, it } from 'vitest';

import type { AdminForm, PublicForm } from '~/contract/forms/forms-schema';
import { testApp } from '~/testing/app';
import { signUpClient } from '~/testing/client-requests';
import { quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: { quoteForm: 1e6 } });
const asAdmin = askerOf(app, () => signInAdmin(app));
let form: AdminForm;
let serviceId: number;

const field = (key: string, type: string) => ({ key, type, label: `The ${key}`, required: true });

beforeAll(async () => {
  const made = await asAdmin<AdminForm>('POST', '/api/admin/forms', {
    name: 'What we need to begin',
    fields: [field('name', 'text'), field('email', 'email'), field('pages', 'number')],
  });
  form = made.body;
  const [service] = await app.sql`select id from services where is_active limit 1`;
  serviceId = service?.id;
  const set = { briefFormId: form.id };
  const { status } = await asAdmin('PUT', `/api/admin/services/${serviceId}`, set);
  expect(status).toBe(200);
});

const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;
const messagesOf = (column: 'quote_id' | 'request_id', id: number) =>
  app.sql`select text, by_agency from messages m join conversations c on c.id = m.conversation_id where ${app.sql(column)} = ${id}`;

describe('the brief of a service', () => {
  it('omits fields for data that the sender’s quote already has', async () => {
    const input = encodeURIComponent(JSON.stringify({ id: form.id }));
    const answer = await app.fetch(`/api/trpc/formAnswers.quoteBrief?input=${input}`);
    const { result } = (await answer.json()) as { result: { data: PublicForm } };
    expect(result.data.fields.map(({ key }) => key)).toEqual(['pages']);
  });

  it('is answered in the conversation of the quote, once, by its sender', async () => {
    const key = crypto.randomUUID();
    const quote = { ...quoteRequest({ email: uniqueEmail(), serviceId }), key };
    const { id } = (await (await app.postJson('/api/quotes', quote)).json()) as { id: number };
    const send = (quoteKey: string, answers: object = { pages: 12 }) =>
      app.postJson(`/api/forms/${form.id}/brief`, { answers, quoteKey });
    expect((await send('another')).status).toBe(404);
    expect((await send(key, {})).status).toBe(400);
    const answers = [await send(key), await send(key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const messages = await messagesOf('quote_id', id);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.text).toBe('What we need to begin\n\nThe pages\n12');
    const told = await app.sql`
      select kind from mails where about = ${`quote:${id}`} and text like '%The pages%'`;
    expect(told).toHaveLength(1);
  });

  it('is shown to the client of a request, until it is answered', async () => {
    const client = await signUpClient(app);
    const asClient = askerOf(app, client.headers.Cookie ?? '');
    const request = { title: 'A timetable', description: 'With two islands in it', serviceId };
    const { body: made } = await asClient<{ id: number }>('POST', '/api/service-requests', request);
    const asked = async (ask: typeof asClient) => {
      const input = encodeURIComponent(JSON.stringify({ id: made.id }));
      const path = `/api/trpc/formAnswers.requestBrief?input=${input}`;
      const { status, body } = await ask<{ result?: { data: PublicForm | null } }>('GET', path);
      return [status, body.result?.data?.fields.map(({ key }) => key)];
    };
    expect(await asked(asClient)).toEqual([200, ['pages']]);
    const stranger = askerOf(app, (await signUpClient(app)).headers.Cookie ?? '');
    expect((await asked(stranger))[0]).toBe(404);
    const path = `/api/service-requests/${made.id}/brief`;
    expect((await stranger('POST', path, { answers: { pages: 1 } })).status).toBe(404);
    expect((await asClient('POST', path, { answers: {} })).status).toBe(400);
    expect((await asClient('POST', path, { answers: { pages: 7 } })).status).toBe(200);
    expect((await asClient('POST', path, { answers: { pages: 8 } })).status).toBe(409);
    expect(await asked(asClient)).toEqual([200, undefined]);
    const messages = await messagesOf('request_id', made.id);
    expect(messages.map(({ text }) => text)).toEqual(['What we need to begin\n\nThe pages\n7']);
  });

  it('is stored once for a request, even if sent several times concurrently', async () => {
    const client = await signUpClient(app);
    const asClient = askerOf(app, client.headers.Cookie ?? '');
    const request = { title: 'A timetable', description: 'With two islands in it', serviceId };
    const { body: made } = await asClient<{ id: number }>('POST', '/api/service-requests', request);
    const path = `/api/service-requests/${made.id}/brief`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => asClient('POST', path, { answers: { pages: at } })),
    );
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, ...Array(7).fill(409)]);
    const messages = await messagesOf('request_id', made.id);
    expect(messages.map(({ text }) => text)).toEqual([
      `What we need to begin\n\nThe pages\n${statuses.indexOf(200)}`,
    ]);
  });

  const sendQuote = async (more: object = {}, headers: Record<string, string> = {}) => {
    const key = crypto.randomUUID().replaceAll('-', '');
    const quote = { ...quoteRequest({ email: uniqueEmail(), serviceId }), key, ...more };
    const response = await app.postJson('/api/quotes', quote, headers);
    expect(response.status).toBe(200);
    return { key: quote.key, quote, id: ((await response.json()) as { id: number }).id };
  };
  const sendBrief = async (quoteKey: string, pages: number, headers?: Record<string, string>) => {
    const body = { answers: { pages }, quoteKey };
    const response = await app.postJson(`/api/forms/${form.id}/brief`, body, headers);
    return [response.status, ((await response.json()) as { message?: string }).message];
  };

  it('is not acknowledged if another one is stored', async () => {
    const { key, id } = await sendQuote({});
    const first = await Promise.all([sendBrief(key, 1), sendBrief(key, 2)]);
    expect(first.map(([status]) => status).sort()).toEqual([200, 422]);
    const won = first.findIndex(([status]) => status === 200) + 1;
    expect((await sendBrief(key, won))[0]).toBe(200);
    expect(await sendBrief(key, 3)).toEqual([
      422,
      'These questions were already answered. Please contact us to change an answer.',
    ]);
    const messages = await messagesOf('quote_id', id);
    expect(messages.map(({ text }) => text)).toEqual([expect.stringMatching(`\n${won}$`)]);
  });

  it('is accepted with the key of the quote from another network or session', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.1' };
    const other = { 'X-Forwarded-For': '198.51.100.2' };
    const { key } = await sendQuote({}, from);
    expect((await sendBrief(key, 1, other))[0]).toBe(200);
    const client = await signUpClient(app);
    const { key: ofVisitor, id } = await sendQuote({}, from);
    await app.sql`update quotes set created_at = now() - interval '2 days' where id = ${id}`;
    expect((await sendBrief(ofVisitor, 1, other))[0]).toBe(404);
    await app.sql`update quotes set created_at = now() where id = ${id}`;
    expect((await sendBrief(ofVisitor, 1, { ...client.headers, ...other }))[0]).toBe(200);
    // A guessable key is only accepted from the same sender.
    const guessable = crypto.randomUUID().slice(0, 20);
    await sendQuote({ key: guessable }, from);
    expect((await sendBrief(guessable, 1, other))[0]).toBe(404);
    expect((await sendBrief(guessable, 1, from))[0]).toBe(200);
  });

  it('does not count against the network’s limit, nor do repeats', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.3' };
    const { key, quote } = await sendQuote({}, from);
    expect((await sendBrief('another', 1, from))[0]).toBe(404);
    expect((await sendBrief(key, 1, from))[0]).toBe(200);
    expect((await app.postJson('/api/quotes', quote, from)).status).toBe(200);
    const changed = { ...quote, projectDetails: 'Something else than before' };
    expect((await app.postJson('/api/quotes', changed, from)).status).toBe(422);
    const spent = await app.sql`
      select key, points from rate_limits where key like '%:198.51.100.3' order by key`;
    expect(spent.map(({ key: name, points }) => [name.split(':')[0], points])).toEqual([
      ['briefs', 2],
      ['confirmationsFromNetwork', 1],
      ['leadRepeats', 2],
      ['quoteForm', 1],
    ]);
  });

  it('is at most as long as a message', async () => {
    const { body: long } = await asAdmin<AdminForm>('POST', '/api/admin/forms', {
      name: 'A long brief',
      fields: [field('email', 'email'), ...['a', 'b', 'c'].map((key) => field(key, 'long'))],
    });
    await asAdmin('PUT', `/api/admin/services/${serviceId}`, { briefFormId: long.id });
    const { key, id } = await sendQuote();
    const answers = { a: 'x'.repeat(3000), b: 'y'.repeat(4000), c: 'z'.repeat(3500) };
    const response = await app.postJson(`/api/forms/${long.id}/brief`, { answers, quoteKey: key });
    await asAdmin('PUT', `/api/admin/services/${serviceId}`, { briefFormId: form.id });
    const { issues } = (await response.json()) as { issues?: object[] };
    expect([response.status, issues]).toEqual([
      400,
      [
        {
          path: 'answers.b',
          message: 'Please keep all answers together to 10,000 characters; this is the longest',
        },
      ],
    ]);
    expect(await messagesOf('quote_id', id)).toEqual([]);
  });

  it('is not shown for a canceled request', async () => {
    const client = await signUpClient(app);
    const asClient = askerOf(app, client.headers.Cookie ?? '');
    const request = { title: 'A timetable', description: 'With two islands in it', serviceId };
    const { body: made } = await asClient<{ id: number }>('POST', '/api/service-requests', request);
    await app.sql`update service_requests set status = 'cancelled' where id = ${made.id}`;
    const path = `/api/service-requests/${made.id}/brief`;
    expect((await asClient('POST', path, { answers: { pages: 1 } })).status).toBe(409);
    expect(await messagesOf('request_id', made.id)).toEqual([]);
  });
});
