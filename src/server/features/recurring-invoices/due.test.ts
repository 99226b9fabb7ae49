import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { startTestApp, testApp } from '~/testing/app';
import { recurringOf } from '~/testing/recurring-job';
import { recurringFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const { newRecurring } = salesOf(() => app);
const { run, madeOf, daysOf, admin, invoice, mailsTo, setupLine, newClient } = recurringOf(
  () => app,
  () => ask,
);

beforeEach(() => app.sql`delete from recurring_invoices`);

describe('a due invoice', () => {
  it('has the currency and the discount of its recurring invoice', async () => {
    const discount = { percent: '10' };
    const { id } = await newRecurring({ currency: 'CHF', discount });
    expect(await run('2127-01-31')).toBe('1 made.');
    const [made] = await madeOf(id);
    expect(await invoice(made?.id ?? 0)).toMatchObject({
      ...{ currency: 'CHF', discount, total: '90.00' },
      totals: { discountTotal: '10.00' },
    });
  });

  it('is issued and emailed with the placeholders of its date, and names its recurring invoice', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const items = [
      {
        description: 'Hosting in {{month}}',
        detail: 'For {{period}}',
        quantity: '1',
        unitPrice: '100.00',
        taxRate: '19',
      },
    ];
    const { id } = await newRecurring({ items, note: 'Thanks for {{month}}' }, email);
    expect(await run('2127-01-31')).toBe('1 made.');
    expect(await run('2127-01-31', '12:00')).toBe('');
    expect(await run('2127-02-28')).toBe('1 made.');
    const [first, second] = await madeOf(id);
    expect(await invoice(first?.id ?? 0)).toMatchObject({ issueDate: '2127-01-31' });
    const made = await invoice(second?.id ?? 0);
    expect(made).toMatchObject({
      status: 'open',
      issueDate: '2127-02-28',
      total: '119.00',
      recurringInvoiceId: id,
      recurringDay: '2127-02-28',
      note: 'Thanks for February 2127',
      items: [
        {
          description: 'Hosting in February 2127',
          detail: 'For 28 February to 30 March 2127',
        },
      ],
    });
    expect(made.timeline.map(({ kind, text, by }) => [kind, text, by])).toEqual([
      ['created', 'by the recurring invoice, for 28 February to 30 March 2127', ''],
      ['issued', `${made.number}, emailed to the client`, ''],
    ]);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).toContain('Hosting in February 2127');
    const { body } = await ask<AdminInvoice[]>(
      'GET',
      `/api/admin/invoices?recurringInvoiceId=${id}`,
    );
    expect(body.map((one) => one.number)).toEqual([second?.number, first?.number]);
    expect((await admin('GET', `/${id}`)).body).toMatchObject({
      nextOn: '2127-03-31',
      handledOn: '2127-02-28',
      made: 2,
    });
  });

  it('stays a draft if it is not to be issued, and sends no email', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id } = await newRecurring({ action: 'draft' }, email);
    await run('2127-01-31');
    expect(await madeOf(id)).toMatchObject([{ status: 'draft', number: null }]);
    expect(await mailsTo(email)).toHaveLength(0);
  });

  it('is created at 06:00 in the agency’s time zone, before and after clock changes', async () => {
    const { settings } = app.services.admin;
    const { responseTimes } = await settings.getAll();
    const zoned = (timeZone: string) =>
      settings.update('system', {
        key: 'responseTimes',
        value: { ...responseTimes.value, timeZone },
      });
    await zoned('America/New_York');
    try {
      // Daylight saving time begins in this time zone on 9 March 2127.
      const { id } = await newRecurring({
        startsOn: '2127-03-02',
        every: { unit: 'week', count: 1 },
        action: 'draft',
      });
      await run('2127-03-02', '10:59');
      expect(await daysOf(id)).toEqual([]);
      await run('2127-03-02', '11:00');
      expect(await daysOf(id)).toEqual(['2127-03-02']);
      await run('2127-03-09', '09:59');
      expect(await daysOf(id)).toHaveLength(1);
      await run('2127-03-09', '10:00');
      expect(await daysOf(id)).toEqual(['2127-03-02', '2127-03-09']);
    } finally {
      await zoned('UTC');
    }
  });

  it('is created up to three days late automatically', async () => {
    const { id } = await newRecurring();
    expect(await run('2127-02-03', '05:00')).toBe('1 made.');
    expect(await madeOf(id)).toMatchObject([{ day: '2127-01-31', status: 'open' }]);
  });

  it('uses the current data of the account', async () => {
    const client = await newClient();
    const { id } = await newRecurring({ clientId: client.id });
    await run('2127-01-31');
    await app.sql`insert into billing_profiles (user_id, name, company, email)
      values (${client.id}, 'Rear Admiral', 'Compilers Ltd', 'books@example.com')`;
    await run('2127-02-28');
    const [first, second] = await madeOf(id);
    expect((await invoice(first?.id ?? 0)).client).toMatchObject({ name: 'Grace Hopper' });
    expect(await invoice(second?.id ?? 0)).toMatchObject({
      clientId: client.id,
      client: { name: 'Rear Admiral', company: 'Compilers Ltd', email: 'books@example.com' },
    });
    expect((await admin('GET', `/${id}`)).body).toMatchObject({ clientName: 'Rear Admiral' });
  });

  it('has the fields of its date, and does not change when its recurring invoice is changed or deleted', async () => {
    const { id } = await newRecurring();
    await run('2127-01-31');
    await admin('PUT', `/${id}`, {
      items: [{ description: 'Care', quantity: '1', unitPrice: '70.00', taxRate: '0' }],
    });
    await run('2127-02-28');
    const made = await madeOf(id);
    const totals = await Promise.all(made.map(async (one) => (await invoice(one.id)).total));
    expect(totals).toEqual(['100.00', '70.00']);
    await admin('DELETE', `/${id}`);
    const kept = await invoice(made[0]?.id ?? 0);
    expect(kept).toMatchObject({ status: 'open', total: '100.00', recurringInvoiceId: null });
  });

  it('is not created after the last date, nor during a pause', async () => {
    const ending = await newRecurring({ endsOn: '2127-02-28', action: 'draft' });
    const paused = await newRecurring({ action: 'draft' });
    await run('2127-01-31');
    await admin('POST', `/${paused.id}/pause`);
    for (const day of ['2127-02-28', '2127-03-31', '2127-04-30']) await run(day);
    expect(await daysOf(ending.id)).toEqual(['2127-01-31', '2127-02-28']);
    expect((await admin('GET', `/${ending.id}`)).body).toMatchObject({
      status: 'ended',
      nextOn: null,
    });
    expect(await daysOf(paused.id)).toEqual(['2127-01-31']);
  });

  it('during a pause by an admin is skipped when the recurring invoice is resumed', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { id } = await newRecurring({
      startsOn: '2026-01-31',
      every: { unit: 'month', count: 1 },
    });
    await admin('POST', `/${id}/pause`);
    const { body } = await admin('POST', `/${id}/resume`);
    expect((body.nextOn ?? '') >= today).toBe(true);
    expect(body).toMatchObject({ status: 'active', missed: 0 });
  });
});

describe('20 invoices due at once', () => {
  const many = async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => newRecurring()));
    return all.map(({ id }) => id);
  };
  const expectEachOnce = async (ids: readonly number[]) => {
    const rows = await app.sql<{ of: number; number: string }[]>`
      select recurring_invoice_id as of, number from invoices
      where recurring_invoice_id = any(${ids as number[]}) order by number`;
    expect(rows.map((row) => row.of).sort((one, other) => one - other)).toEqual(
      [...ids].sort((one, other) => one - other),
    );
    const positions = rows.map((row) => Number(row.number.split('-').at(-1)));
    const [first = 0] = positions;
    expect(positions).toEqual(positions.map((_, index) => first + index));
    const [mails] = await app.sql`select count(*)::int as n from mails where kind = 'invoice_issued'
      and about in (select 'invoice:' || id from invoices where recurring_invoice_id = any(${ids as number[]}))`;
    expect(mails?.n).toBe(ids.length);
  };

  it('are created once each by two instances at the same time', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl });
    try {
      const ids = await many();
      const results = await Promise.all([run('2127-01-31'), run('2127-01-31', '06:00', other)]);
      const counts = results.map((words) => Number(/^(\d+) made/.exec(words)?.[1] ?? 0));
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe(20);
      await expectEachOnce(ids);
    } finally {
      await other.close();
    }
  });

  it('are created once each if connections are cut in between', async () => {
    const ids = await many();
    let isRunning = true;
    const running = run('2127-01-31').finally(() => {
      isRunning = false;
    });
    let cuts = 0;
    while (isRunning) {
      // Cuts the connection in the middle of a transaction that creates an invoice.
      const cut = await app.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
          and state <> 'idle' and query like '%invoices%'`;
      cuts += cut.length;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await running.catch(() => undefined);
    expect(cuts).toBeGreaterThan(0);
    const [left] = await app.sql`
      select count(*)::int as n from recurring_invoices where next_on = '2127-01-31'`;
    expect(left?.n).toBeGreaterThan(0);
    await run('2127-01-31', '06:10');
    await expectEachOnce(ids);
  });
});

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
