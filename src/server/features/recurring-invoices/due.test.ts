import { beforeEach, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { startTestApp, testApp } from '~/testing/app';
import { recurringOf } from '~/testing/recurring-job';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const { newRecurring } = salesOf(() => app);
const { run, madeOf, daysOf, admin, invoice, mailsTo, newClient } = recurringOf(
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

  it('is created at 06:00 of the agency, before and after clock changes', async () => {
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

  it('uses the fields of its date, and stays when they are changed or deleted', async () => {
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
