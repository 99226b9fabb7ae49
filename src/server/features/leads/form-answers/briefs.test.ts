import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AdminForm, PublicForm } from '~/contract/forms/forms-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { signUpClient } from '~/testing/client-requests';
import { quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';

let app: TestApp;
let asAdmin: ReturnType<typeof askerOf>;
let form: AdminForm;
let serviceId: number;

const field = (key: string, type: string) => ({ key, type, label: `The ${key}`, required: true });

beforeAll(async () => {
  app = await startTestApp({ rateLimits: { quoteForm: 1e6 } });
  asAdmin = askerOf(app, await signInAdmin(app));
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
afterAll(() => app.close());

const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;
const messagesOf = (column: 'quote_id' | 'request_id', id: number) =>
  app.sql`select text, by_agency from request_messages where ${app.sql(column)} = ${id}`;

describe('the brief of a service', () => {
  it('is a form that is there', async () => {
    const { status, body } = await asAdmin('PUT', `/api/admin/services/${serviceId}`, {
      briefFormId: 2e9,
    });
    expect([status, body.message]).toEqual([400, 'There is no form with this id']);
    const shown = await (await app.fetch(`/api/services/${serviceId}`)).json();
    expect(shown).toMatchObject({ briefFormId: form.id });
  });

  it('asks nothing that is known of who has asked', async () => {
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
    expect(messages[0]?.text).toBe('**What we need to begin**\n\n**The pages**\n\n12');
    const told = await app.sql`
      select kind from mails where about = ${`quote:${id}`} and text like '%The pages%'`;
    expect(told).toHaveLength(1);
  });

  it('sends no mail where the quote looks like spam', async () => {
    const key = crypto.randomUUID();
    const quote = { ...quoteRequest({ serviceId }), key, website: 'filled' };
    const { id } = (await (await app.postJson('/api/quotes', quote)).json()) as { id: number };
    const body = { answers: { pages: 3 }, quoteKey: key };
    expect((await app.postJson(`/api/forms/${form.id}/brief`, body)).status).toBe(200);
    expect(await messagesOf('quote_id', id)).toHaveLength(1);
    expect(await app.sql`select id from mails where about = ${`quote:${id}`}`).toHaveLength(0);
  });

  it('is asked of the client of a request, until it was answered', async () => {
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
    // The process ended before it was marked as answered: the same once more is one message.
    await app.sql`update service_requests set briefed_at = null where id = ${made.id}`;
    expect((await asClient('POST', path, { answers: { pages: 7 } })).status).toBe(200);
    expect(await asked(asClient)).toEqual([200, undefined]);
    const messages = await messagesOf('request_id', made.id);
    expect(messages.map(({ text }) => text)).toEqual([
      '**What we need to begin**\n\n**The pages**\n\n7',
    ]);
  });
});
