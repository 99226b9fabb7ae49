import { describe, expect, it } from 'vitest';

import type {
  Occurrence,
  Recurring,
  RecurringRow,
} from '~/contract/recurring-invoices/recurring-invoices-schema';
import { testApp } from '~/testing/app';
import { recurringFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const { newRecurring } = salesOf(() => app);

type Answer = Recurring & { message: string; issues: { path: string; message: string }[] };
const admin = (method: string, path: string, body?: unknown) =>
  ask<Answer>(method, `/api/admin/recurring-invoices${path}`, body);
const changesOf = (id: number) =>
  app.sql<{ action: string; description: string }[]>`
    select action, description from audit_log where about = ${`recurring_invoice:${id}`} order by id`;

async function newClient(email = `${crypto.randomUUID()}@example.com`): Promise<string> {
  const [{ id }] = await app.sql<[{ id: string }]>`
    insert into users (id, email, first_name, last_name)
    values (${crypto.randomUUID()}, ${email}, 'Grace', 'Hopper') returning id`;
  return id;
}

describe('a recurring invoice over REST', () => {
  it('is created, read, changed and deleted', async () => {
    const made = await admin('POST', '', { ...recurringFields, endsOn: '2127-12-31' });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      status: 'active',
      clientId: null,
      client: recurringFields.client,
      every: { unit: 'month', count: 1 },
      startsOn: '2127-01-31',
      endsOn: '2127-12-31',
      nextOn: '2127-01-31',
      action: 'issue',
      total: '100.00',
      missed: 0,
      made: 0,
    });
    const { id, updatedAt } = made.body;
    const changed = await admin('PUT', `/${id}`, {
      every: { unit: 'week', count: 2 },
      items: [{ description: 'Care', quantity: '2', unitPrice: '50.50', taxRate: '19' }],
      expectedUpdatedAt: updatedAt,
    });
    expect(changed.body).toMatchObject({
      total: '120.19',
      every: { unit: 'week', count: 2 },
      about: 'Care',
      endsOn: '2127-12-31',
    });
    const late = await admin('PUT', `/${id}`, { note: 'Hello', expectedUpdatedAt: updatedAt });
    expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect((await admin('DELETE', `/${id}`)).body).toEqual({ id });
    expect((await admin('GET', `/${id}`)).status).toBe(404);
    expect((await changesOf(id)).map(({ action }) => action)).toEqual([
      'recurring_invoice.created',
      'recurring_invoice.changed',
      'recurring_invoice.deleted',
    ]);
  });

  it('can change its currency and its discount', async () => {
    const { id, total } = await newRecurring({ currency: 'CHF', discount: { percent: '10' } });
    expect(total).toBe('90.00');
    const preview = await ask<Occurrence[]>('GET', `/api/admin/recurring-invoices/${id}/preview`);
    expect(preview.body[0]).toMatchObject({ total: '90.00' });
    const { body } = await admin('PUT', `/${id}`, { discount: { amount: '25.00' } });
    expect(body).toMatchObject({ currency: 'CHF', total: '75.00', discount: { amount: '25.00' } });
    const free = await admin('PUT', `/${id}`, { discount: null, currency: 'JPY' });
    expect(free.body).toMatchObject({ currency: 'JPY', total: '100', discount: null });
  });

  it('previews its next twelve invoices with filled placeholders', async () => {
    const { id } = await newRecurring({ endsOn: '2128-06-30' });
    const { body } = await ask<Occurrence[]>('GET', `/api/admin/recurring-invoices/${id}/preview`);
    expect(body).toHaveLength(12);
    expect(body.slice(0, 3).map(({ day }) => day)).toEqual([
      '2127-01-31',
      '2127-02-28',
      '2127-03-31',
    ]);
    expect(body[1]).toMatchObject({
      from: '2127-02-28',
      to: '2127-03-30',
      total: '100.00',
      items: [{ description: 'Hosting in February 2127', amount: '100.00' }],
    });
    await admin('PUT', `/${id}`, { endsOn: '2127-03-01' });
    const ended = await ask<Occurrence[]>('GET', `/api/admin/recurring-invoices/${id}/preview`);
    expect(ended.body).toHaveLength(2);
  });

  it('is found by its client, its text and its state', async () => {
    const clientId = await newClient();
    const { id } = await newRecurring({
      clientId,
      items: [{ ...recurringFields.items[0], description: 'Zeppelin care' }],
    });
    await admin('POST', `/${id}/pause`);
    const found = async (query: string) =>
      (await ask<RecurringRow[]>('GET', `/api/admin/recurring-invoices?${query}`)).body;
    for (const query of [
      `clientId=${clientId}`,
      'search=zeppelin',
      'status=paused&sort=-nextOn&pageSize=1',
    ]) {
      expect(await found(query)).toMatchObject([
        { id, status: 'paused', clientName: 'Grace Hopper', about: 'Zeppelin care' },
      ]);
    }
    expect((await found('status=missed')).map((row) => row.id)).not.toContain(id);
  });

  it.each([
    [
      'an unknown placeholder',
      { items: [{ ...recurringFields.items[0], description: '{{year}}' }] },
      'items.0.description',
      '{{year}} is not known. Use {{month}} or {{period}}',
    ],
    [
      'an unknown placeholder in a detail',
      { items: [{ ...recurringFields.items[0], detail: 'For {{ }}' }] },
      'items.0.detail',
      '{{}} is not known. Use {{month}} or {{period}}',
    ],
    [
      'an unknown placeholder in the note',
      { note: '{{Month}}' },
      'note',
      '{{Month}} is not known. Use {{month}} or {{period}}',
    ],
    ['no items', { items: [] }, 'items', 'A recurring invoice needs an item'],
    [
      'a count of 0',
      { every: { unit: 'week', count: 0 } },
      'every.count',
      'Please enter a whole number from 1 to 60',
    ],
    ['an end before the start', { endsOn: '2127-01-30' }, 'endsOn', 'This is before the first day'],
    ['no client', { client: undefined }, 'client', 'Please choose or enter a client'],
    [
      'two clients',
      { clientId: 'someone' },
      'client',
      'Please give either the id of a client or the details of one',
    ],
    [
      'a start with too many past dates',
      { every: { unit: 'week', count: 1 }, startsOn: '2001-01-01' },
      'startsOn',
      'More than 100 invoices would be due before today. Please choose a later day',
    ],
  ])('is rejected for %s', async (_, changes, path, message) => {
    const { status, body } = await admin('POST', '', { ...recurringFields, ...changes });
    expect({ status, issues: body.issues }).toEqual({ status: 400, issues: [{ path, message }] });
  });

  it('is rejected for an unknown client or request', async () => {
    const { client: _, ...fields } = recurringFields;
    const unknown = await admin('POST', '', { ...fields, clientId: 'no-one' });
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Client not found' } });
    const without = await admin('POST', '', { ...recurringFields, requestId: 999_999 });
    expect(without).toMatchObject({ status: 404, body: { message: 'Service request not found' } });
    const { id } = await newRecurring({ clientId: await newClient() });
    const cleared = await admin('PUT', `/${id}`, { clientId: null });
    expect(cleared).toMatchObject({ status: 400, body: { issues: [{ path: 'client' }] } });
    const reversed = await admin('PUT', `/${id}`, { endsOn: '2127-01-01' });
    expect(reversed).toMatchObject({ status: 400, body: { issues: [{ path: 'endsOn' }] } });
  });

  it('switches from an account to entered details and back', async () => {
    const clientId = await newClient();
    const { id } = await newRecurring({ clientId });
    const client = { name: 'Ada Byron', email: 'Ada@Example.com' };
    const detailed = await admin('PUT', `/${id}`, { client, clientId: null });
    expect(detailed.body).toMatchObject({ clientId: null, client, clientEmail: 'ada@example.com' });
    const again = await admin('PUT', `/${id}`, { clientId });
    expect(again.body).toMatchObject({ clientId, clientName: 'Grace Hopper' });
  });

  it('is paused and resumed, each once', async () => {
    const { id } = await newRecurring();
    for (const verb of ['pause', 'pause']) {
      expect((await admin('POST', `/${id}/${verb}`)).body).toMatchObject({
        status: 'paused',
        pauseReason: '',
      });
    }
    for (const verb of ['resume', 'resume']) {
      expect((await admin('POST', `/${id}/${verb}`)).body).toMatchObject({
        status: 'active',
        nextOn: '2127-01-31',
      });
    }
    expect((await changesOf(id)).map(({ action }) => action)).toEqual([
      'recurring_invoice.created',
      'recurring_invoice.paused',
      'recurring_invoice.resumed',
    ]);
  });
});
