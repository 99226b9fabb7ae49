import { beforeAll, describe, expect, it } from 'vitest';

import { answerFilesMax } from '~/contract/forms/forms';
import type { AdminForm, PublicForm } from '~/contract/forms/forms-schema';
import { unclaimedMbMax } from '~/server/features/files/claimed';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signUpClient } from '~/testing/client-requests';
import { quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { pixel, userOf } from '~/testing/threads';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { quoteForm: 1e6, formFiles: 1e6 },
});
const asAdmin = askerOf(app, () => signInAdmin(app));

const field = (key: string, type: string, part: object = {}) => ({
  ...{ key, type, label: `The ${key}`, required: false },
  ...part,
});
const who = [
  field('name', 'text', { required: true }),
  field('email', 'email', { required: true }),
];
const every = [
  ...who,
  field('company', 'text'),
  field('phone', 'phone'),
  field('story', 'long'),
  field('size', 'choice', { options: ['Small', 'Large'] }),
  field('parts', 'choices', { options: ['Shop', 'Blog', 'Map'] }),
  field('boats', 'number'),
  field('start', 'date'),
  field('plans', 'file'),
  field('terms', 'consent', { required: true }),
];

async function makeForm(fields: object[], name = 'Ask for a ferry site') {
  const { status, body } = await asAdmin<AdminForm>('POST', '/api/admin/forms', {
    name,
    fields,
    confirmation: 'Thank you.',
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;
const least = () => ({ name: 'Maren Skerrow', email: uniqueEmail(), terms: true });

const send = (id: number, answers: object, more: object = {}, headers?: Record<string, string>) =>
  app.postJson(`/api/forms/${id}`, { answers, ...more }, headers);

async function sent(id: number, answers: object, more: object = {}): Promise<number> {
  const response = await send(id, answers, more);
  const body = (await response.json()) as { id: number };
  expect([response.status, body]).toEqual([200, { id: expect.any(Number) }]);
  return body.id;
}

async function issuesOf(response: Response): Promise<unknown[]> {
  const { issues } = (await response.json()) as { issues?: { path: string; message: string }[] };
  return [response.status, ...(issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)];
}

async function upload(form: number, content: Uint8Array = pixel, name = 'plan.png') {
  const body = new FormData();
  body.set('file', new File([content as Uint8Array<ArrayBuffer>], name));
  const encoded = new Response(body);
  const data = await encoded.arrayBuffer();
  const response = await app.fetch(`/api/files/of-forms/${form}`, {
    method: 'POST',
    body: data,
    headers: {
      'Content-Type': encoded.headers.get('content-type') ?? '',
      'Content-Length': String(data.byteLength),
    },
  });
  return { status: response.status, body: (await response.json()) as { id: string } };
}

const detailOf = async (id: number) => {
  const { body } = await asAdmin<{ result: { data: { quote: Record<string, unknown> } } }>(
    'GET',
    `/api/trpc/admin.quotes.get?input=${encodeURIComponent(JSON.stringify({ id }))}`,
  );
  return body.result.data.quote;
};

describe('a submission of a custom form', () => {
  it('is stored even if a field was removed while it was filled in', async () => {
    const form = await makeForm([...every]);
    // The field with answers is retired, and the others are deleted.
    await sent(form.id, { ...least(), boats: '3' });
    const left = every.filter(({ key }) => !['boats', 'story', 'parts'].includes(key));
    const { status } = await asAdmin('PUT', `/api/admin/forms/${form.id}`, { fields: left });
    expect(status).toBe(200);
    const id = await sent(form.id, {
      ...{ ...least(), boats: '12', story: 'Two islands', parts: ['Shop', 'Map'] },
      __proto__x: 'no key of ours',
    });
    const { answers } = (await detailOf(id)) as { answers: { label: string; value: unknown }[] };
    const said = new Map(answers.map(({ label, value }) => [label, value]));
    expect(said.get('boats (archived)')).toBe('12');
    expect([...said.values()]).toEqual(expect.arrayContaining(['Two islands', 'Shop, Map']));
    expect([...said.values()]).not.toContain('no key of ours');
  });

  it('is a lead: in the inbox, search, emails and export', async () => {
    const form = await makeForm(every);
    const email = uniqueEmail();
    const answers = {
      ...{ name: 'Maren Skerrow', email, company: 'Skerrow Ferries', phone: '+44 20 7946 0958' },
      ...{ story: 'A timetable\nfor two islands', size: 'Large', parts: ['Shop', 'Map'] },
      ...{ boats: '4,5', start: '2027-03-01', terms: 'on' },
    };
    const id = await sent(form.id, answers, { cameFrom: { page: '/ferries', host: 'a.example' } });
    expect(await detailOf(id)).toMatchObject({
      ...{ name: 'Maren Skerrow', email, company: 'Skerrow Ferries', phone: '+44 20 7946 0958' },
      ...{ serviceName: form.name, source: 'form', formId: form.id, leadSource: 'a.example' },
      answers: [
        { key: 'name', label: 'The name', type: 'text', value: 'Maren Skerrow' },
        { key: 'email', type: 'email', value: email },
        { key: 'company', value: 'Skerrow Ferries' },
        { key: 'phone', value: '+44 20 7946 0958' },
        { key: 'story', value: 'A timetable\nfor two islands' },
        { key: 'size', value: 'Large' },
        { key: 'parts', value: ['Shop', 'Map'] },
        { key: 'boats', value: 4.5 },
        { key: 'start', value: '2027-03-01' },
        { key: 'terms', type: 'consent', value: true },
      ],
    });
    const admin = await userOf(app, (await signedInAs(app, 'owner')).id);
    const item = await app.services.admin.inbox.get(admin, { kind: 'quote', id });
    expect(item).toMatchObject({ name: 'Maren Skerrow', about: form.name });
    expect(item.details).toContain('The parts: Shop, Map');
    const mails = await app.sql`
      select kind, "to", subject, text from mails where about = ${`quote:${id}`} order by id`;
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['quote_notice', 'hello@kestrel.example'],
      ['quote_received', email],
    ]);
    expect(mails[0]?.subject).toBe(`New form entry: Skerrow Ferries, ${form.name}`);
    expect(mails[0]?.text).toContain('A timetable');
    expect(mails[1]?.text).not.toContain('timetable');
    const found = await asAdmin<{ id: number }[]>('GET', '/api/admin/quotes?search=two%20islands');
    expect(found.body.map((row) => row.id)).toContain(id);
    const csv = await asAdmin<string>('GET', '/api/admin/export/quotes.csv');
    expect(String(csv.body)).toContain('The parts: Shop, Map');
  });

  it('creates one lead per idempotency key', async () => {
    const form = await makeForm(every);
    const answers = least();
    const submissionKey = crypto.randomUUID();
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => sent(form.id, answers, { submissionKey })),
    );
    expect(new Set(ids).size).toBe(1);
    const other = await send(form.id, { ...answers, story: 'Another' }, { submissionKey });
    expect(other.status).toBe(422);
    expect(await sent(form.id, answers)).not.toBe(ids[0]);
  });

  it('shows errors at each field, by its key', async () => {
    const form = await makeForm(every);
    expect(await issuesOf(await send(form.id, {}))).toEqual([
      400,
      'answers.name: This field is required',
      'answers.email: Please enter a valid email address',
      'answers.terms: Please check this box',
    ]);
    const wrong = { email: 'x', phone: '12', size: 'Huge', parts: ['Shop', 'Sea'], boats: 'many' };
    expect(
      await issuesOf(await send(form.id, { ...least(), ...wrong, start: '2027-02-31' })),
    ).toEqual([
      400,
      'answers.email: Please enter a valid email address',
      'answers.phone: Please enter a phone number',
      'answers.size: Please choose one',
      'answers.parts: Please choose one or more',
      'answers.boats: Please enter a number',
      'answers.start: Please enter a date',
    ]);
  });

  it('is marked as possible spam, and notifies the agency', async () => {
    const form = await makeForm(every);
    const id = await sent(form.id, least(), { website: 'filled' });
    expect(await detailOf(id)).toMatchObject({ spamReason: 'filled the hidden field' });
    const mails = await app.sql`select kind from mails where about = ${`quote:${id}`}`;
    expect(mails.map(({ kind }) => kind)).toContain('quote_notice');
  });

  it('needs no email if there is a phone; then only the agency gets an email', async () => {
    const form = await makeForm([field('phone', 'phone', { required: true })]);
    const id = await sent(form.id, { phone: '+44 20 7946 0958' });
    expect(await detailOf(id)).toMatchObject({ name: '+44 20 7946 0958', email: '' });
    const mails = await app.sql`select kind from mails where about = ${`quote:${id}`}`;
    expect(mails.map(({ kind }) => kind)).toEqual(['quote_notice']);
  });

  it('uses the first email if several fields have one', async () => {
    const form = await makeForm([
      ...[field('work', 'email'), field('home', 'email')],
      ...[field('desk', 'phone'), field('mobile', 'phone')],
    ]);
    const [home, mobile] = [uniqueEmail(), '+44 20 7946 0958'];
    const id = await sent(form.id, { home, mobile });
    expect(await detailOf(id)).toMatchObject({ email: home, phone: mobile, name: home });
    const [row] = await app.sql`select project_details from quotes where id = ${id}`;
    expect(row).toEqual({ project_details: '' });
    const both = await sent(form.id, { work: uniqueEmail(), home });
    const [other] = await app.sql`select project_details from quotes where id = ${both}`;
    expect(other).toEqual({ project_details: `The home: ${home}` });
    expect(await issuesOf(await send(form.id, {}))).toEqual([
      400,
      'answers.work: Please enter an email address or a phone number so that we can reply',
    ]);
  });

  it('is refused for a deleted form, whose submissions keep their labels', async () => {
    const form = await makeForm(every);
    const id = await sent(form.id, least());
    await asAdmin('DELETE', `/api/admin/forms/${form.id}`);
    expect((await send(form.id, least())).status).toBe(404);
    expect((await app.fetch(`/api/forms/${form.id}`)).status).toBe(404);
    await app.sql`delete from forms where id = ${form.id}`;
    expect(await detailOf(id)).toMatchObject({ formId: null, source: 'form' });
  });
});

describe('the fields of a form', () => {
  const put = (form: AdminForm, fields: object[]) =>
    asAdmin<AdminForm & { message: string; issues: { path: string }[] }>(
      'PUT',
      `/api/admin/forms/${form.id}`,
      { fields },
    );

  it('with answers can be hidden, and stay with earlier submissions', async () => {
    const form = await makeForm([...who, field('story', 'long'), field('unasked', 'text')]);
    const { terms: _, ...person } = least();
    const id = await sent(form.id, { ...person, story: 'Two islands' });
    const { body } = await put(form, who);
    expect(body.answeredKeys.sort()).toEqual(['email', 'name', 'story']);
    expect(body.fields.map(({ key, retired }) => [key, retired])).toEqual([
      ['name', false],
      ['email', false],
      ['story', true],
    ]);
    const shown = (await (await app.fetch(`/api/forms/${form.id}`)).json()) as AdminForm;
    expect(shown.fields.map(({ key }) => key)).toEqual(['name', 'email']);
    expect((await detailOf(id)).answers).toContainEqual(
      expect.objectContaining({ label: 'The story', value: 'Two islands' }),
    );
    // The field was still visible when this form was filled in.
    expect(await detailOf(await sent(form.id, { ...person, story: 'Late' }))).toMatchObject({
      answers: [{ key: 'name' }, { key: 'email' }, { key: 'story', value: 'Late' }],
    });
  });

  it('keep their type once they have answers', async () => {
    const form = await makeForm([...who, field('story', 'long'), field('free', 'text')]);
    await sent(form.id, { ...least(), story: 'Two islands' });
    const changed = [...who, field('story', 'number'), field('free', 'number')];
    const { status, body } = await put(form, changed);
    expect([status, body.issues.map(({ path }) => path)]).toEqual([400, ['fields.2.type']]);
    expect(body.message).toMatch(/^“The story” already has answers/);
    expect((await put(form, [...who, field('story', 'long'), changed[3] ?? {}])).status).toBe(200);
  });

  it.each([
    [[field('name', 'text')], 'fields', /so that you can reply/],
    [[...who, field('name', 'text')], 'fields.2.key', /Another field has this key/],
    [[...who, field('a', 'choice')], 'fields.2.options', /enter the options/],
    [[...who, field('A key', 'text')], 'fields.2.key', /begins with a letter/],
    [[...who, field('constructor', 'text')], 'fields.2.key', /cannot be used/],
    [[...who, field('a', 'picture')], 'fields.2.type', /what is asked for/],
  ])('are validated: %j', async (fields, path, message) => {
    const { status, body } = await asAdmin<{ issues: { path: string; message: string }[] }>(
      'POST',
      '/api/admin/forms',
      { name: 'A form', fields },
    );
    expect([status, body.issues[0]?.path]).toEqual([400, path]);
    expect(body.issues[0]?.message).toMatch(message);
  });
});

describe('files of a form', () => {
  it('are in the conversation of the lead, visible only to the agency', async () => {
    const form = await makeForm(every);
    const first = await upload(form.id);
    expect(first).toMatchObject({ status: 200, body: { name: 'plan.png', type: 'image/png' } });
    const id = await sent(form.id, { ...least(), plans: [`${first.body.id}/plan.png`] });
    const answers = (await detailOf(id)).answers as { key: string; files?: { id: number }[] }[];
    const file = answers.find(({ key }) => key === 'plans')?.files?.[0];
    expect(file).toMatchObject({ name: 'plan.png', size: pixel.length });
    expect((await asAdmin('GET', `/api/files/${file?.id}`)).status).toBe(200);
    expect((await app.fetch(`/api/files/${file?.id}`)).status).toBe(401);
    const stranger = await signUpClient(app);
    expect((await stranger.get(`/api/files/${file?.id}`)).status).toBe(404);
    const [row] = await app.sql`
      select quote_id from messages m join conversations c on c.id = m.conversation_id
      join files f on f.message_id = m.id where f.id = ${file?.id ?? 0}`;
    expect(row).toEqual({ quote_id: id });
    await app.sql`delete from quotes where id = ${id}`;
    expect(await app.sql`select id from files where id = ${file?.id ?? 0}`).toHaveLength(0);
  });

  it('are sent once, and only with their secret; a repeated submission may name them again', async () => {
    const form = await makeForm(every);
    const { body } = await upload(form.id);
    const answers = { ...least(), plans: [body.id] };
    const key = crypto.randomUUID();
    const id = await sent(form.id, answers, { key });
    expect(await sent(form.id, answers, { key })).toBe(id);
    expect((await send(form.id, answers)).status).toBe(400);
    const guessed = `${body.id.split('.')[0]}.${'a'.repeat(26)}`;
    expect(await issuesOf(await send(form.id, { ...least(), plans: [guessed] }))).toEqual([
      400,
      'answers.plans: One of the files no longer exists. Please add it again',
    ]);
  });

  it('are limited in number, size and type, and only accepted for forms with a file field', async () => {
    const form = await makeForm(every);
    const tokens = Array.from({ length: answerFilesMax + 1 }, (_, at) => `${at}.${'a'.repeat(26)}`);
    expect(await issuesOf(await send(form.id, { ...least(), plans: tokens }))).toEqual([
      400,
      `answers.plans: Please keep this to ${answerFilesMax} files`,
    ]);
    const page = await upload(form.id, Buffer.from('<!doctype html><script>1</script>'), 'a.html');
    expect(page.status).toBe(400);
    const large = await upload(form.id, new Uint8Array(21 * 1024 * 1024), 'large.bin');
    expect(large.status).toBe(413);
    expect((await upload((await makeForm(who)).id)).status).toBe(404);
    expect((await upload(2e9)).status).toBe(404);
    await app.sql`
      insert into files (key, claim, name, size) values ('full', 'other', 'full', ${unclaimedMbMax * 1024 * 1024})`;
    expect((await upload(form.id)).status).toBe(503);
    await app.sql`delete from files where key = 'full'`;
  });

  it('that are never submitted are deleted by the job', async () => {
    const form = await makeForm(every);
    const { body } = await upload(form.id);
    const id = Number(body.id.split('.')[0]);
    await app.services.files.runJob(new Date(Date.now() + 25 * 60 * 60_000));
    expect(await app.sql`select id from files where id = ${id}`).toHaveLength(0);
  });
});

describe('the brief of a service', () => {
  let form: AdminForm;
  let serviceId: number;

  beforeAll(async () => {
    const made = await asAdmin<AdminForm>('POST', '/api/admin/forms', {
      name: 'What we need to begin',
      fields: [...who, field('pages', 'number', { required: true })],
    });
    form = made.body;
    const [service] = await app.sql`select id from services where is_active limit 1`;
    serviceId = service?.id;
    const set = { briefFormId: form.id };
    const { status } = await asAdmin('PUT', `/api/admin/services/${serviceId}`, set);
    expect(status).toBe(200);
  });

  const messagesOf = (column: 'quote_id' | 'request_id', id: number) =>
    app.sql`select text, by_agency from messages m join conversations c on c.id = m.conversation_id where ${app.sql(column)} = ${id}`;

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

  it('is rejected if another brief is already stored', async () => {
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

  it('does not count as a quote request, nor does a repeated quote', async () => {
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
