import { describe, expect, it } from 'vitest';

import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { testApp } from '~/testing/app';
import { proposalFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { sentProposal, newProposal } = salesOf(() => app);

type Body = Record<string, unknown> & {
  id: number;
  status: string;
  issues?: { path: string; message: string }[];
};
const admin = (method: string, path: string, body?: unknown) =>
  ask<Body>(method, `/api/admin/proposals${path}`, body);

const item = (description: string, unitPrice: string, more: object = {}) => ({
  description,
  quantity: '1',
  unitPrice,
  taxRate: '0',
  ...more,
});
const option = (description: string, unitPrice: string, more: object = {}) =>
  item(description, unitPrice, { optional: true, ...more });
const hosting = { choice: 'Hosting' };

const items = [
  item('Design', '100.00'),
  option('On our server', '10.00', hosting),
  option('In a cloud', '20.00', { ...hosting, preselected: true }),
  option('A film', '300.00'),
  option('Photographs', '50.00', { preselected: true }),
];

const linkOf = (token: string, end = '') => `/api/proposals/by-link/${token}${end}`;
const read = async (token: string) =>
  (await (await app.fetch(linkOf(token))).json()) as ClientProposal;

async function accept(token: string, contentHash: string, optionalItems?: readonly number[]) {
  const body = { name: 'Ada Byron', agreed: true, contentHash, optionalItems };
  const response = await app.postJson(linkOf(token, '/accept'), body);
  return { status: response.status, body: (await response.json()) as Body & ClientProposal };
}

describe('choices of a draft', () => {
  it('are saved while they are incomplete, and refused when sending', async () => {
    const { status, body } = await admin('POST', '', {
      ...proposalFields,
      items: [
        item('Design', '100.00'),
        option('On our server', '10.00', { ...hosting, preselected: true }),
        option('In a cloud', '20.00', { ...hosting, preselected: true }),
        option('By phone', '30.00', { choice: ' Support ' }),
      ],
    });
    expect(status).toBe(200);
    expect(body.items).toMatchObject([{}, hosting, hosting, { choice: 'Support' }]);
    const sent = await admin('POST', `/${body.id}/send`);
    expect([sent.status, sent.body.issues]).toEqual([
      400,
      [
        {
          path: 'items.2.preselected',
          message: 'Only one option of "Hosting" can be selected by default',
        },
        { path: 'items.3.choice', message: '"Support" needs a second option' },
      ],
    ]);
  });

  it('are required for changes of a sent proposal as well', async () => {
    const { id } = await sentProposal(undefined, { items });
    const changed = await admin('PUT', `/${id}`, { items: items.slice(0, 2) });
    expect([changed.status, changed.body.issues?.[0]?.path]).toEqual([400, 'items.1.choice']);
  });

  it.each([
    [{ choice: 'Hosting' }, 'items.0.choice'],
    [{ preselected: true }, 'items.0.preselected'],
    [{ optional: true, choice: 'x'.repeat(61) }, 'items.0.choice'],
  ])('refuse an item with %j', async (more, path) => {
    const { status, body } = await admin('POST', '', { items: [item('Design', '1.00', more)] });
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });

  it('are kept in copies and templates', async () => {
    const { id } = await newProposal({ items });
    const copy = await admin('POST', `/${id}/duplicate`, {});
    const template = await ask<Body>('POST', '/api/admin/proposal-templates', {
      proposalId: id,
      name: crypto.randomUUID(),
    });
    const started = await admin('POST', '', { templateId: template.body.id });
    for (const { body } of [copy, started]) {
      expect(body).toMatchObject({ items, total: '170.00' });
    }
  });
});

describe('the total before acceptance', () => {
  it('includes the default selection, in the document, in lists and in the email', async () => {
    const { id, token, number } = await sentProposal(undefined, { items });
    expect(await read(token)).toMatchObject({
      total: '170.00',
      totals: { subtotal: '170.00' },
      schedule: [{ amount: '68.00' }, { amount: '102.00' }],
    });
    const listed = await ask<Body[]>('GET', `/api/admin/proposals?search=${number}`);
    expect(listed.body).toMatchObject([{ id, total: '170.00' }]);
    const [mail] = await app.sql`select id from mails where about = ${`proposal:${id}`}`;
    expect(await (await app.fetch(`/dev/mail/${mail?.id}`)).text()).toContain('$170.00');
  });

  it('does not change for a proposal without choices, and explicit empty fields create no version', async () => {
    const { id, token } = await sentProposal();
    const [{ content: before } = {}] =
      await app.sql`select content from proposals where id = ${id}`;
    expect(JSON.stringify(before)).not.toMatch(/choice|preselected/);
    const said = proposalFields.items.map((one) => ({ ...one, preselected: false }));
    expect((await admin('PUT', `/${id}`, { items: said })).body).toMatchObject({ version: 1 });
    expect(await read(token)).toMatchObject({ version: 1, total: '214.20' });
  });
});

describe('acceptance of a choice', () => {
  it('requires exactly one item, and the selection is the total from then on', async () => {
    const { id, token } = await sentProposal(undefined, { items });
    const { contentHash } = await read(token);
    const { status, body } = await accept(token, contentHash, [1, 3]);
    expect([status, body]).toMatchObject([
      200,
      { total: '410.00', acceptance: { optionalItems: [1, 3] } },
    ]);
    const after = await admin('GET', `/${id}`);
    expect(after.body).toMatchObject({
      total: '410.00',
      invoices: [{ total: '164.00' }, { total: '246.00' }],
    });
    const [row] = await app.sql`select total_cents::int as cents from proposals where id = ${id}`;
    expect(row?.cents).toBe(41_000);
    const [request] = await app.sql`
      select description from service_requests where id = ${Number(after.body.requestId)}`;
    expect(request?.description).toContain('On our server');
    expect(request?.description).not.toMatch(/In a cloud|Photographs/);
  });

  const one = { path: 'optionalItems', message: 'Please choose one option in "Hosting".' };
  const foreign = { path: 'optionalItems', message: 'This optional item does not exist' };
  it('refuses an incomplete or impossible selection', async () => {
    const { id, token } = await sentProposal(undefined, { items });
    const { contentHash } = await read(token);
    for (const [optionalItems, issue] of [
      [undefined, one],
      [[3, 4], one],
      [[1, 2], one],
      [[0, 1], foreign],
      [[1, 17], foreign],
    ] as const) {
      const { status, body } = await accept(token, contentHash, optionalItems);
      expect([optionalItems, status, body.issues]).toEqual([optionalItems, 400, [issue]]);
    }
    expect((await admin('GET', `/${id}`)).body).toMatchObject({ status: 'viewed', invoices: [] });
  });

  it('refuses a selection made before the choice changed', async () => {
    const { id, token } = await sentProposal(undefined, { items });
    const { contentHash } = await read(token);
    const changed = items.map((one) => ('choice' in one ? { ...one, choice: 'Servers' } : one));
    expect((await admin('PUT', `/${id}`, { items: changed })).body.version).toBe(2);
    expect((await accept(token, contentHash, [1])).status).toBe(409);
    const now = await read(token);
    expect((await accept(token, now.contentHash, [3])).body.issues?.[0]?.message).toBe(
      'Please choose one option in "Servers".',
    );
    expect((await accept(token, now.contentHash, [2])).status).toBe(200);
  });
});
