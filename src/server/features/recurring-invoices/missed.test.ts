import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { recurringOf } from '~/testing/recurring-job';
import { recurringFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const { newRecurring } = salesOf(() => app);
const { run, madeOf, daysOf, admin, invoice, setupLine, newClient } = recurringOf(
  () => app,
  () => ask,
);

beforeEach(() => app.sql`delete from recurring_invoices`);

describe('an instance that was down for three months', () => {
  const down = async (changes: object = {}) => {
    const made = await newRecurring({ startsOn: '2127-01-15', ...changes });
    await run('2127-01-15');
    const words = await run('2127-04-20');
    return { id: made.id, words };
  };

  it('asks an admin before it issues missed invoices, and issues new ones in the meantime', async () => {
    expect(await setupLine()).toMatchObject({ state: 'done', notes: [] });
    const { id, words } = await down();
    expect(words).toBe('3 to be decided on.');
    expect(await daysOf(id)).toEqual(['2127-01-15']);
    expect(await setupLine()).toEqual({
      id: 'recurring',
      state: 'attention',
      found: '3 invoices are past their days and not made: $300.00 for Ada Byron.',
      notes: ['Issue each of them, keep it as a draft, or skip it. New ones are made meanwhile.'],
    });
    const { body } = await admin('GET', `/${id}`);
    expect(body).toMatchObject({ status: 'active', missed: 3, nextOn: '2127-05-15' });
    expect(body.missedInvoices).toMatchObject([
      { day: '2127-02-15', to: '2127-03-14', total: '100.00' },
      { day: '2127-03-15', items: [{ description: 'Hosting in March 2127' }] },
      { day: '2127-04-15', to: '2127-05-14' },
    ]);
    const listed = await ask<{ id: number }[]>(
      'GET',
      '/api/admin/recurring-invoices?status=missed',
    );
    expect(listed.body.map((one) => one.id)).toEqual([id]);
    expect(await run('2127-04-21')).toBe('');
    expect(await run('2127-05-15')).toBe('1 made.');
    expect((await admin('GET', `/${id}`)).body.missed).toBe(3);
  });

  it('issues, drafts or skips each missed invoice once, as an admin chooses', async () => {
    const { id } = await down();
    const issued = await admin('POST', `/${id}/make-missed`, {
      days: ['2127-03-15'],
      action: 'issue',
    });
    expect(issued).toMatchObject({ status: 200, body: { missed: 2, made: 2 } });
    await admin('POST', `/${id}/make-missed`, { days: ['2127-04-15'], action: 'draft' });
    const skipped = await admin('POST', `/${id}/skip-missed`, { days: ['2127-02-15'] });
    expect(skipped.body).toMatchObject({ missed: 0, missedInvoices: [] });
    const made = await madeOf(id);
    expect(made.map(({ day, status }) => [day, status])).toEqual([
      ['2127-01-15', 'open'],
      ['2127-03-15', 'open'],
      ['2127-04-15', 'draft'],
    ]);
    const { timeline } = await invoice(made[1]?.id ?? 0);
    expect(timeline[0]).toMatchObject({
      text: 'by the recurring invoice, for 15 March to 14 April 2127',
      by: expect.stringMatching(/./),
    });
    for (const [verb, more] of [
      ['make-missed', { action: 'issue' }],
      ['skip-missed', {}],
    ] as const) {
      const again = await admin('POST', `/${id}/${verb}`, { days: ['2127-03-15'], ...more });
      expect(again).toMatchObject({
        status: 409,
        body: {
          message: 'The invoice of 15 March 2127 was already created or skipped',
        },
      });
    }
    const audited = await app.sql<{ action: string; actor_id: string | null }[]>`
      select action, actor_id from audit_log where about = ${`recurring_invoice:${id}`}
        and action like 'recurring_invoice.missed%' order by id`;
    expect(audited.map(({ action }) => action)).toEqual([
      'recurring_invoice.missed_made',
      'recurring_invoice.missed_made',
      'recurring_invoice.missed_skipped',
    ]);
    expect(audited.every(({ actor_id }) => actor_id !== null)).toBe(true);
    expect(await setupLine()).toMatchObject({ state: 'done' });
  });

  it('creates all selected invoices, or none', async () => {
    const { id } = await down();
    const days = ['2127-02-15', '2127-03-16'];
    const refused = await admin('POST', `/${id}/make-missed`, { days, action: 'issue' });
    expect(refused.status).toBe(409);
    const sum = { days: ['2127-02-15', '2127-03-15'], action: 'issue', total: '100.00' };
    expect(await admin('POST', `/${id}/make-missed`, sum)).toMatchObject({
      status: 409,
      body: { message: 'They come to $200.00 by now. Please check, then try again.' },
    });
    expect((await admin('GET', `/${id}`)).body).toMatchObject({ missed: 3, made: 1 });
    const twice = ['2127-02-15', '2127-02-15', '2127-03-15'];
    const both = await admin('POST', `/${id}/make-missed`, { days: twice, action: 'draft' });
    expect(both.body).toMatchObject({ missed: 1, made: 3 });
  });

  it('creates a missed invoice once, also for two concurrent admins', async () => {
    const { id } = await down();
    const make = () =>
      admin('POST', `/${id}/make-missed`, { days: ['2127-03-15'], action: 'issue' });
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await daysOf(id)).toEqual(['2127-01-15', '2127-03-15']);
  });

  it('keeps the period of a missed date when the schedule changes', async () => {
    const { id } = await down();
    await admin('PUT', `/${id}`, { every: { unit: 'week', count: 1 } });
    const { body } = await admin('GET', `/${id}`);
    expect(body.missedInvoices[0]).toMatchObject({ day: '2127-02-15', to: '2127-03-14' });
  });
});

describe('an invoice that cannot be created', () => {
  describe('of a client who moves to another country', () => {
    const moved = async (items: object[]) => {
      const client = await newClient();
      await app.sql`insert into billing_profiles (user_id, address, country)
        values (${client.id}, 'Am Hafen 3', 'DE')`;
      const made = await newRecurring({ clientId: client.id, items });
      expect(await run('2127-01-31')).toBe('1 made.');
      await app.sql`update billing_profiles set country = 'US' where user_id = ${client.id}`;
      return made;
    };
    const item = { description: 'Hosting', quantity: '1', unitPrice: '100.00' };

    const sellIn = async (country: string) => {
      const { body: seller } = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
      await ask('PUT', '/api/admin/settings/seller', { value: { ...seller.value, country } });
    };
    afterAll(() => sellIn('US'));
    beforeAll(async () => {
      await sellIn('DE');
      const tax = { scheme: 'regular', standardRate: '19', reducedRates: ['7'] };
      await ask('PUT', '/api/admin/settings/tax', { value: tax });
    });

    it('gets the tax of the new country', async () => {
      const { id } = await moved([item]);
      expect(await run('2127-02-28')).toBe('1 made.');
      const made = await Promise.all((await madeOf(id)).map((one) => invoice(one.id)));
      expect(made.map(({ status, items }) => [status, items[0]?.taxCategory])).toEqual([
        ['open', 'S'],
        ['open', 'O'],
      ]);
    });

    it('is held if its tax becomes higher, and issued for the sum that is shown', async () => {
      const client = await newClient();
      await app.sql`insert into billing_profiles (user_id, address, country)
        values (${client.id}, 'Am Hafen 3', 'US')`;
      const { id } = await newRecurring({ clientId: client.id, items: [item] });
      await run('2127-03-03');
      await app.sql`update billing_profiles set country = 'DE' where user_id = ${client.id}`;
      const { body } = await admin('GET', `/${id}`);
      expect(body).toMatchObject({
        total: '119.00',
        savedTotal: '100.00',
        missedInvoices: [{ day: '2127-01-31', total: '119.00' }],
      });
      const preview = await ask<{ total: string }[]>(
        'GET',
        `/api/admin/recurring-invoices/${id}/preview`,
      );
      expect(preview.body[0]).toMatchObject({ total: '119.00' });
      const changed = await admin('PUT', `/${id}`, { note: 'Thanks', discount: null });
      expect(changed.body).toMatchObject({ total: '119.00', savedTotal: '100.00' });
      await admin('POST', `/${id}/make-missed`, { days: ['2127-01-31'], action: 'issue' });
      expect(await run('2127-03-31')).toBe('1 made.');
      const made = await Promise.all((await madeOf(id)).map((one) => invoice(one.id)));
      expect(made).toMatchObject([
        { recurringDay: '2127-01-31', status: 'open', total: '119.00' },
        { recurringDay: '2127-02-28', status: 'open', total: '100.00' },
        {
          recurringDay: '2127-03-31',
          status: 'draft',
          total: '119.00',
          heldFor: expect.stringContaining('more than when it was saved'),
        },
      ]);
    });

    it('is held if the tax of a manually entered client becomes higher', async () => {
      const address = { address: 'Am Hafen 3', country: 'DE' };
      const email = `${crypto.randomUUID()}@example.com`;
      const { id } = await newRecurring({
        client: { name: 'Piet Jansen', email, ...address },
        items: [item],
      });
      const setRate = (standardRate: string) =>
        ask('PUT', '/api/admin/settings/tax', { value: { scheme: 'regular', standardRate } });
      await setRate('25');
      await run('2127-01-31');
      await setRate('19');
      const [made] = await madeOf(id);
      expect(await invoice(made?.id ?? 0)).toMatchObject({
        status: 'draft',
        scheduledFor: '2127-01-31',
      });
    });

    it('follows the account of a manually entered client from the first issued invoice on', async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      const entered = { name: 'Vic Verhuis', email, company: 'Verhuis BV' };
      const { id } = await newRecurring({
        client: { ...entered, address: 'Oude weg 1', country: 'DE' },
        items: [item],
      });
      await run('2127-01-31');
      const [account] = await app.sql`select id from users where email = ${email}`;
      const billing = { company: 'Verhuis Holding BV', address: 'Nieuwe weg 99' };
      await ask('PUT', `/api/admin/clients/${account?.id}`, { billing });
      expect((await admin('GET', `/${id}`)).body).toMatchObject({
        clientId: account?.id,
        client: billing,
      });
      await run('2127-02-28');
      const made = await Promise.all((await madeOf(id)).map((one) => invoice(one.id)));
      expect(made.map(({ client }) => client.address)).toEqual(['Oude weg 1', 'Nieuwe weg 99']);
    });

    const exempt = { ...item, taxRate: '0', taxCategory: 'E' };
    it.each([
      ['an item', [item, exempt]],
      ['every item', [exempt]],
    ])('is paused if an admin chose a tax for %s, until its items are saved', async (_, items) => {
      const { id } = await moved(items);
      expect(await run('2127-02-28')).toBe('1 paused.');
      expect(await daysOf(id)).toEqual(['2127-01-31']);
      const { body } = await admin('GET', `/${id}`);
      expect(body.pauseReason).toMatch(/another tax fits/);
      await admin('PUT', `/${id}`, { items: [item] });
      await admin('POST', `/${id}/resume`);
      await run('2127-02-28', '12:00');
      const [, second] = await madeOf(id);
      expect((await invoice(second?.id ?? 0)).items).toMatchObject([{ taxCategory: 'O' }]);
    });

    it('stays a draft if an address is missing that the seller’s law requires', async () => {
      const client = await newClient();
      const { id } = await newRecurring({ clientId: client.id, items: [item] });
      expect(await run('2127-01-31')).toBe('1 made.');
      const [made] = await madeOf(id);
      expect(await invoice(made?.id ?? 0)).toMatchObject({
        status: 'draft',
        isReady: true,
        heldFor: expect.stringContaining('address is missing'),
      });
    });
  });

  it('pauses its recurring invoice, with the reason in the list, in Setup and in one email', async () => {
    const client = await newClient();
    const { id } = await newRecurring({ clientId: client.id });
    const { id: other } = await newRecurring();
    const before = await app.sql`select from mails where kind = 'invoice_notice'`;
    await app.sql`update users set deleted_at = now() where id = ${client.id}`;
    expect(await run('2127-01-31')).toBe('1 made, 1 paused.');
    expect(await run('2127-02-01')).toBe('');
    expect(await daysOf(other)).toEqual(['2127-01-31']);
    expect((await admin('GET', `/${id}`)).body).toMatchObject({
      status: 'paused',
      pauseReason: 'The client was deleted',
      nextOn: '2127-01-31',
    });
    expect(await setupLine()).toMatchObject({
      state: 'attention',
      found: 'An invoice cannot be made.',
      notes: ['Paused for Grace Hopper: The client was deleted.'],
    });
    const mails = await app.sql`
      select subject, text from mails where about = ${`recurring_invoice:${id}`}`;
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('The client was deleted');
    const after = await app.sql`select from mails where kind = 'invoice_notice'`;
    expect(after.length - before.length).toBe(1);

    // After the client was replaced, the sequence continues with the date that failed.
    await admin('PUT', `/${id}`, { client: recurringFields.client });
    await admin('POST', `/${id}/resume`);
    await run('2127-02-02');
    expect(await daysOf(id)).toEqual(['2127-01-31']);
  });

  it('is retried after an external failure', async () => {
    const { id } = await newRecurring({ action: 'draft' });
    await app.sql`alter table invoices add constraint of_this_test check (recurring_day is null) not valid`;
    try {
      expect(await run('2127-01-31')).toBe('');
    } finally {
      await app.sql`alter table invoices drop constraint of_this_test`;
    }
    expect((await admin('GET', `/${id}`)).body).toMatchObject({ status: 'active', made: 0 });
    expect(app.logLines.join('\n')).toContain(`recurring_invoice:${id}`);
    expect(await run('2127-01-31', '07:00')).toBe('1 made.');
  });
});
