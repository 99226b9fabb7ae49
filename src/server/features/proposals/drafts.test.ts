import { describe, expect, it } from 'vitest';

import { proposalTemplatesMax } from '~/contract/proposals/templates-schema';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { proposalFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { quoteForm: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { newProposal, sentProposal } = salesOf(() => app);

type Body = Record<string, unknown> & { id: number; issues?: { path: string }[] };
const admin = (method: string, path: string, body?: unknown) =>
  ask<Body>(method, `/api/admin/proposals${path}`, body);

describe('a draft in the trash', () => {
  const restore = (id: number) => ask('POST', '/api/trpc/admin.proposals.restore', { id });

  it('is only in its own filter, and can be restored unchanged, while a sent proposal cannot be deleted', async () => {
    const leadId = (
      (await (await app.postJson('/api/quotes', quoteRequest())).json()) as { id: number }
    ).id;
    const title = `Trash ${crypto.randomUUID()}`;
    const { id } = await newProposal({ leadId, title });
    const before = await admin('GET', `/${id}`);
    const listed = async (query: string) =>
      (await ask<Body[]>('GET', `/api/admin/proposals?search=${title}${query}`)).body.map(
        (one) => one.id,
      );
    expect((await admin('DELETE', `/${id}`)).status).toBe(200);
    expect((await admin('GET', `/${id}`)).status).toBe(404);
    expect((await admin('POST', `/${id}/send`)).status).toBe(404);
    expect((await admin('PUT', `/${id}`, { title: 'Other' })).status).toBe(404);
    expect((await ask('GET', `/api/admin/proposals/${id}/pdf`)).status).toBe(404);
    expect(await listed('')).toEqual([]);
    expect(await listed('&status=draft')).toEqual([]);
    expect(await listed('&status=deleted')).toEqual([id]);

    expect((await restore(id)).status).toBe(200);
    expect((await restore(id)).status).toBe(404);
    expect((await admin('GET', `/${id}`)).body).toEqual(before.body);
    expect(await listed('&status=draft')).toEqual([id]);
    expect((await admin('DELETE', `/${(await sentProposal()).id}`)).status).toBe(409);
  });

  it('is deleted permanently after its time', async () => {
    const { id } = await newProposal();
    const { id: keptId } = await newProposal();
    await admin('DELETE', `/${id}`);
    await admin('DELETE', `/${keptId}`);
    await app.sql`update proposals set deleted_at = now() - interval '31 days' where id = ${id}`;
    await app.services.admin.proposals.purge();
    expect((await restore(id)).status).toBe(404);
    expect((await restore(keptId)).status).toBe(200);
  });
});

it('a proposal is sent with a message, and once to each other recipient', async () => {
  const { id } = await newProposal({}, 'ada.sent@example.com');
  const sent = await admin('POST', `/${id}/send`, {
    message: 'As we said on <Tuesday>.',
    copyTo: ['Partner@example.com', 'partner@example.com', 'ADA.sent@example.com'],
  });
  expect(sent.status).toBe(200);
  const mails = await app.sql`
    select "to", text from mails where about = ${`proposal:${id}`} order by id`;
  expect(mails.map(({ to }) => to)).toEqual(['ada.sent@example.com', 'Partner@example.com']);
  for (const { text } of mails) expect(text).toContain('As we said on <Tuesday>.');
  expect((await admin('GET', `/${id}`)).body.timeline).toContainEqual(
    expect.objectContaining({
      kind: 'sent',
      text: 'ada.sent@example.com, Partner@example.com with the words: “As we said on <Tuesday>.”',
    }),
  );
  expect((await admin('POST', `/${id}/send`, { copyTo: ['no address'] })).status).toBe(400);
});

it('a proposal without a lead can get one', async () => {
  const post = async (path: string, fields: object) =>
    ((await (await app.postJson(path, fields)).json()) as { id: number }).id;
  const leadId = await post('/api/quotes', quoteRequest());
  const messageId = await post('/api/contact', contactMessage());
  const { id } = await newProposal();
  const put = async (fields: object) => (await admin('PUT', `/${id}`, fields)).body;
  expect(await put({ leadId })).toMatchObject({ leadId, messageId: null });
  expect(await put({ messageId })).toMatchObject({ leadId: null, messageId });
  expect(await put({ title: 'Kept' })).toMatchObject({ leadId: null, messageId });
  expect(await put({ messageId: null })).toMatchObject({ leadId: null, messageId: null });
});

describe('a template', () => {
  const templates = (method: string, path = '', body?: unknown) =>
    ask<Body>(method, `/api/admin/proposal-templates${path}`, body);
  const discount = { percent: '10' };

  it('contains a proposal’s content without its client, and starts another proposal', async () => {
    const { id: proposalId } = await newProposal({ discount, validUntil: '2026-01-31' });
    const name = `Website ${crypto.randomUUID()}`;
    const saved = await templates('POST', '', { proposalId, name });
    expect(saved).toMatchObject({ status: 200, body: { name, itemCount: 2 } });
    expect(JSON.stringify(saved.body)).not.toContain('Ada');
    const [{ content } = {}] =
      await app.sql`select content from proposal_templates where name = ${name}`;
    expect(Object.keys(content)).not.toContain('client');

    const started = await admin('POST', '', { templateId: saved.body.id });
    const { title, intro, terms, schedule } = proposalFields;
    expect(started.body).toMatchObject({
      status: 'draft',
      title,
      intro,
      terms,
      discount,
      schedule,
      items: [{ description: 'Design' }, { description: 'Pictures', optional: true }],
      client: { name: '', email: '' },
    });
    expect(started.body.validUntil).not.toBe('2026-01-31');
  });

  it('only gets the client of a lead, and explicitly given fields', async () => {
    const { id: proposalId } = await newProposal();
    const { body } = await templates('POST', '', { proposalId, name: crypto.randomUUID() });
    const quote = quoteRequest();
    const { id: leadId } = (await (await app.postJson('/api/quotes', quote)).json()) as Body;
    const started = await admin('POST', '', { templateId: body.id, leadId, title: 'Ours' });
    expect(started.body).toMatchObject({
      leadId,
      title: 'Ours',
      client: { name: quote.name, email: quote.email },
      items: [{ description: 'Design' }, { description: 'Pictures' }],
    });
  });

  it('has a unique name, ignoring case, unless it replaces the existing one', async () => {
    const { id: proposalId } = await newProposal();
    const name = `Shop ${crypto.randomUUID()}`;
    const first = await templates('POST', '', { proposalId, name });
    const { id: otherId } = await newProposal({ title: 'Another' });
    const again = { proposalId: otherId, name: name.toUpperCase() };
    const refused = await templates('POST', '', again);
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([409, 'name']);
    const replaced = await templates('POST', '', { ...again, replace: true });
    expect(replaced.body).toMatchObject({ id: first.body.id, name: again.name, title: 'Another' });
  });

  it('is saved once by concurrent saves under one name', async () => {
    const { id: proposalId } = await newProposal();
    const name = crypto.randomUUID();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => templates('POST', '', { proposalId, name })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('can be deleted; proposals made from it stay', async () => {
    const { id: proposalId } = await newProposal();
    const { body } = await templates('POST', '', { proposalId, name: crypto.randomUUID() });
    const started = await admin('POST', '', { templateId: body.id });
    expect((await templates('DELETE', `/${body.id}`)).status).toBe(200);
    expect((await templates('DELETE', `/${body.id}`)).status).toBe(404);
    expect((await admin('POST', '', { templateId: body.id })).status).toBe(404);
    expect((await admin('GET', `/${started.body.id}`)).status).toBe(200);
  });

  it('is refused past the limit', async () => {
    const { id: proposalId } = await newProposal();
    const [{ count = 0 } = {}] = await app.sql`select count(*)::int from proposal_templates`;
    await app.sql`insert into proposal_templates (name, content)
      select 'filler ' || n, '{"title": "", "items": []}' from generate_series(1, ${proposalTemplatesMax - count}) n`;
    const refused = await templates('POST', '', { proposalId, name: 'One more' });
    expect(refused.status).toBe(409);
    expect((await templates('GET')).body).toHaveLength(proposalTemplatesMax);
    await app.sql`delete from proposal_templates where name like 'filler %'`;
  });
});
