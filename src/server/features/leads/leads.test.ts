import { describe, expect, it } from 'vitest';

import { countMax } from '~/contract/common/limits';
import type { Page } from '~/contract/common/paging';
import { contactMessageSchema } from '~/contract/leads/contact-schema';
import {
  type AdminQuote,
  adminMessageRowSchema,
  adminQuoteRowSchema,
} from '~/contract/leads/leads-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

const quote = (changes: Parameters<typeof quoteRequest>[0] = {}) =>
  app.services.quotes.submit(quoteRequestSchema.parse(quoteRequest(changes)));
const message = (changes: Parameters<typeof contactMessage>[0] = {}) =>
  app.services.messages.send(contactMessageSchema.parse(contactMessage(changes)));

async function query<Data>(procedure: string, input: object): Promise<Data> {
  const { body } = await ask<{ result: { data: Data } }>(
    'GET',
    `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  return body.result.data;
}

describe('quotes', () => {
  it('allow any change of status, each with an audit entry', async () => {
    const { id } = await quote({ name: 'Mary Shelley' });
    for (const status of ['approved', 'rejected', 'contacted', 'pending', 'approved']) {
      const answer = await ask<AdminQuote>('PUT', `/api/admin/quotes/${id}`, { status });
      expect([answer.status, answer.body.status]).toEqual([200, status]);
    }
    await ask('PUT', `/api/admin/quotes/${id}`, { status: 'approved' });
    const rows =
      await app.sql`select description, before, after from audit_log where about = ${`quote:${id}`}`;
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({
      description: 'Tobias Lindqvist marked the quote from Mary Shelley as approved',
      before: { status: 'pending' },
      after: { status: 'approved' },
    });
  });

  it('wait for a reply again if "contacted" is undone', async () => {
    const { id } = await quote();
    const set = (status: string, isUndo = false) =>
      ask('POST', '/api/trpc/admin.quotes.setStatuses', { ids: [id], status, isUndo });
    const isAnswered = async () => {
      const [row] = await app.sql`
        select first_answer_at is not null as answered from quotes where id = ${id}`;
      return row?.answered;
    };
    await set('contacted');
    expect(await isAnswered()).toBe(true);
    await set('pending', true);
    expect(await isAnswered()).toBe(false);

    // A reply that was recorded before, or by another change, is kept.
    await set('contacted');
    await set('approved');
    await set('contacted', true);
    expect(await isAnswered()).toBe(true);
    await set('contacted');
    await set('pending');
    expect(await isAnswered()).toBe(true);
  });

  it('are found by any part of their text, with counts of each status', async () => {
    const tag = `zq${Date.now()}`;
    const ids = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push((await quote({ company: `${tag} Works ${index}`, name: `Person ${index}` })).id);
    }
    await ask('PUT', `/api/admin/quotes/${ids[0]}`, { status: 'rejected' });
    const page = await query<Page<AdminQuote>>('admin.quotes.page', {
      search: tag.slice(1).toUpperCase(),
      sort: 'name',
      pageSize: 2,
      page: 2,
    });
    expect(page).toMatchObject({ total: 5, counts: { pending: 4, rejected: 1 } });
    expect(page.rows.map(({ name }) => name)).toEqual(['Person 2', 'Person 3']);
    const rejected = await query<Page<AdminQuote>>('admin.quotes.page', {
      search: tag,
      status: 'rejected',
    });
    expect(rejected).toMatchObject({ total: 1, counts: { pending: 4, rejected: 1 } });
    expect(rejected.rows.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it.each(['quotes', 'messages'] as const)('%s are sorted by owner', async (list) => {
    const kind = list === 'quotes' ? 'quote' : 'message';
    const tag = `zo${Date.now()}`;
    const ids: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const lead =
        kind === 'quote'
          ? await quote({ projectDetails: `${tag} a project` })
          : await message({ message: `${tag} a message` });
      ids.push(lead.id);
    }
    for (const [index, name] of ['Zoe', 'Ann'].entries()) {
      const ownerId = crypto.randomUUID();
      await app.sql`insert into users (id, email, first_name, last_name, is_admin, admin_role)
        values (${ownerId}, ${`${ownerId}@example.com`}, ${name}, 'Owner', true, 'manager')`;
      const id = ids[index] ?? 0;
      await app.services.admin.conversations.setOwner('system', { kind, id, ownerId });
    }
    const ownersBy = async (sort: string) =>
      (
        await query<Page<{ ownerName: string }>>(`admin.${list}.page`, { search: tag, sort })
      ).rows.map(({ ownerName }) => ownerName);
    expect(await ownersBy('owner')).toEqual(['Ann Owner', 'Zoe Owner', '']);
    expect(await ownersBy('-owner')).toEqual(['', 'Zoe Owner', 'Ann Owner']);
  });

  it('are changed in bulk by two admins concurrently without a deadlock', async () => {
    const ids = [];
    for (let index = 0; index < 8; index += 1) ids.push((await quote()).id);
    const set = (list: number[], status: string) =>
      ask('POST', '/api/trpc/admin.quotes.setStatuses', { ids: list, status });
    const answers = await Promise.all([
      set(ids, 'approved'),
      set([...ids].reverse(), 'rejected'),
      set(ids, 'contacted'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await app.sql`select distinct status from quotes where id in ${app.sql(ids)}`;
    expect(rows).toHaveLength(1);
  });

  it('are returned with notes, emails, changes and the client who has the same email', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id } = await quote({ email: email.toUpperCase() });
    await signUpClient(app, email);
    await ask('POST', '/api/trpc/admin.quotes.addNote', { id, text: 'Called, will call again' });
    await ask('PUT', `/api/admin/quotes/${id}`, { status: 'contacted' });
    const detail = await query<Record<string, unknown>>('admin.quotes.get', { id });
    expect(detail).toMatchObject({
      quote: { id, status: 'contacted' },
      client: { name: 'Clara Client' },
      requestId: null,
      notes: [{ text: 'Called, will call again', authorName: 'Tobias Lindqvist' }],
      mails: [{ kind: 'quote_notice' }, { kind: 'quote_received' }],
      changes: [{ description: expect.stringContaining('as contacted') }],
    });
  });
});

describe('messages', () => {
  it('are answered by an email that is listed with them', async () => {
    const { id } = await message({ email: 'grace@example.com', message: 'Is the shop slow?' });
    const text = 'Yes.\n\nWe looked, <b>and</b> know why.';
    const { body } = await ask('POST', `/api/admin/contact-messages/${id}/messages`, { text });
    expect(body).toMatchObject({ from: 'agency', text, internal: false, files: [] });
    const [row] = await app.sql`select status from contact_messages where id = ${id}`;
    expect(row?.status).toBe('replied');
    const [mail] =
      await app.sql`select * from mails where about = ${`message:${id}`} and kind = 'reply'`;
    expect(mail).toMatchObject({ to: 'grace@example.com', reply_to: 'hello@kestrel.example' });
    expect(mail?.text).toContain('We looked, <b>and</b> know why.');
    expect(mail?.html).toContain('We looked, &lt;b&gt;and&lt;/b&gt; know why.');
    // The email is not verified, so the message is not quoted in the email.
    expect(mail?.text).not.toContain('Is the shop slow?');
  });
});

describe('CSV', () => {
  it('has all matching rows, with formulas escaped', async () => {
    const tag = `csv${Date.now()}`;
    for (const name of ['=1+1', '+cmd', '-2', '@x', 'Plain, "quoted"']) {
      await quote({ name: `${name}  `.padEnd(3), company: tag });
    }
    const { status, body, headers } = await ask<string>(
      'GET',
      `/api/admin/export/quotes.csv?search=${tag}&sort=name`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/attachment; filename="quotes-\d{4}-/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatch(/^id,createdAt,status,name,/);
    const lines = body.trim().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines.slice(1)) {
      expect(line).not.toMatch(/(^|,)"?[=+\-@]/);
    }
    expect(body).toContain(`"Plain, ""quoted"""`);
  });

  it('excludes spam, like the list, unless spam is requested', async () => {
    const tag = `zs${Date.now()}`;
    await quote({ company: `${tag} Works` });
    const { id } = await quote({ company: `${tag} Junk` });
    await app.sql`update quotes set is_spam = true, spam_reason = 'marked' where id = ${id}`;
    const exported = async (filter: string) =>
      (await ask<string>('GET', `/api/admin/export/quotes.csv?search=${tag}${filter}`)).body;
    expect(await exported('')).toContain(`${tag} Works`);
    expect(await exported('')).not.toContain(`${tag} Junk`);
    expect(await exported('&status=spam')).toContain(`${tag} Junk`);
  });

  it.each([
    // Answers to a form are in the project details.
    ['quotes', adminQuoteRowSchema, ['phoneDigits', 'serviceId', 'updatedAt', 'answers', 'formId']],
    ['messages', adminMessageRowSchema, ['phoneDigits', 'updatedAt']],
  ] as const)('of %s has a column for each field', async (table, schema, without) => {
    const { body } = await ask<string>('GET', `/api/admin/export/${table}.csv?search=none`);
    const columns = body.replace('\uFEFF', '').split('\n')[0]?.trim().split(',');
    const fields = Object.keys(schema.shape).filter(
      (field) => !(without as readonly string[]).includes(field),
    );
    expect(columns?.toSorted()).toEqual(fields.toSorted());
  });

  it('starts with a byte order mark', async () => {
    const response = await app.fetch('/api/admin/export/payments.csv', {
      headers: { Cookie: await signInAdmin(app) },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('is streamed in batches, each row once', async () => {
    await app.sql`insert into contact_messages (first_name, last_name, email, service, message)
      select 'Many', 'Row ' || n, 'many@example.com', 'website', 'x' from generate_series(1, 5010) n`;
    const { body } = await ask<string>('GET', '/api/admin/export/messages.csv?search=many@example');
    const ids = body
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(ids).toHaveLength(5010);
    expect(new Set(ids).size).toBe(5010);
  });
});

it('the panel counts long lists up to a limit, and still leads to the last page; REST counts all', async () => {
  await app.sql`insert into contact_messages (first_name, last_name, email, service, message, status)
    select 'Long', 'Row ' || n, 'long@example.com', 'website', 'x', 'replied' from generate_series(1, ${countMax + 60}) n`;
  const { messages } = app.services.admin;
  const page = (page: number, isPanel = true) =>
    messages.search({ status: 'replied', page, pageSize: 50 }, isPanel);
  expect((await page(1)).counts).toMatchObject({ replied: countMax + 1, spam: 0 });
  expect(await page(countMax / 50 + 1)).toMatchObject({ total: countMax + 51 });
  expect((await page(1, false)).total).toBeGreaterThanOrEqual(countMax + 60);
});

const { acceptProposal, newProposal } = salesOf(() => app);

const quoteOf = async (id: number) => {
  const [row] = await app.sql`
    select status, first_answer_at is not null as "isAnswered" from quotes where id = ${id}`;
  return row;
};

const historyOf = async (about: string) =>
  (await app.sql`select description from audit_log where about = ${about} order by id`).map(
    ({ description }) => description,
  );

const detail = (procedure: string, id: number) => query<{ proposals: object[] }>(procedure, { id });

it('the status of a quote follows its proposal: drafted, sent, accepted', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id: leadId } = await quote({ name: 'Mary Shelley', email });
  const { id, number } = await newProposal({ leadId }, email);
  expect(await quoteOf(leadId)).toEqual({ status: 'pending', isAnswered: false });
  expect((await detail('admin.quotes.get', leadId)).proposals).toMatchObject([
    { id, number, status: 'draft' },
  ]);

  const { url } = await app.services.admin.proposals.send('system', id);
  expect(await quoteOf(leadId)).toEqual({ status: 'contacted', isAnswered: true });

  await acceptProposal(url.split('/').at(-1) ?? '');
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
  const { id: leadId } = await quote();
  await ask('PUT', `/api/admin/quotes/${leadId}`, { status: before });
  const { id } = await newProposal({ leadId });
  await app.services.admin.proposals.send('system', id);
  expect(await quoteOf(leadId)).toMatchObject({ status: after });
  const told = (await historyOf(`quote:${leadId}`)).filter((line) => line.includes('was sent'));
  expect(told).toHaveLength(before === after ? 0 : 1);
});

it('a contact message counts as replied to once its proposal is sent', async () => {
  const { id: messageId } = await message();
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
