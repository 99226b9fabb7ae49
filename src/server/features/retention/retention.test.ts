import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { anonymizeDocuments } from '~/server/features/personal-data/anonymize-documents';
import { connect, createDatabase, type Sql } from '~/server/platform/db/client';
import { testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { salesOf } from '~/testing/sales';
import { createRetention } from './retention.service';

const app = testApp();
let own: Sql;

beforeAll(async () => {
  own = connect(app.databaseUrl, { max: 1 });
});
afterAll(() => own.end({ timeout: 5 }));

/** Runs the job at a given time, with a retention period of this many months for support data. */
async function runAt(now: string, months: number): Promise<void> {
  const retention = createRetention(createDatabase(own), {
    getRetention: async () => ({
      privacyReplyDays: 30,
      supportMonths: months,
      usageDataMonths: months,
      accountingYears: 10,
    }),
    purgeTrash: async () => 0,
    anonymizeDocuments: async () => 0,
  });
  await retention.run(new Date(now));
}

async function addMessage(createdAt: Date): Promise<number> {
  const [row] = await app.sql`
    insert into contact_messages (first_name, last_name, email, service, message, created_at)
    values ('Ada', 'Byron', 'ada@example.com', 'website', 'A calculating engine', ${createdAt})
    returning id`;
  return row?.id;
}

describe('the retention period', () => {
  it.each([
    ['2026-03-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
    ['2028-03-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
    ['2028-02-29T10:00:00Z', 12, '2027-02-28T10:00:00Z'],
    ['2026-05-31T23:30:00Z', 3, '2026-02-28T23:30:00Z'],
    ['2026-12-31T00:00:00Z', 1, '2026-11-30T00:00:00Z'],
    ['2026-07-15T10:00:00Z', 24, '2024-07-15T10:00:00Z'],
  ])('is measured back from %s: %i months earlier is %s', async (now, months, end) => {
    const before = await addMessage(new Date(Date.parse(end) - 1000));
    const after = await addMessage(new Date(Date.parse(end) + 1000));
    await runAt(now, months);
    const kept = await app.sql`select id from contact_messages where id in (${before}, ${after})`;
    expect(kept.map(({ id }) => id)).toEqual([after]);
    await app.sql`delete from contact_messages where id = ${after}`;
  });
});

it('checks of VAT numbers are deleted a fixed time after their last answer', async () => {
  await app.sql`
    insert into vat_checks (number, status, checked_at, created_at) values
      ('FR1', 'valid', '2026-01-31', '2020-01-01'), ('FR2', 'valid', '2026-03-01', '2020-01-01'),
      ('FR3', 'not_checked', null, '2026-01-31'), ('FR4', 'not_checked', null, '2026-03-01')`;
  await runAt('2026-03-31T10:00:00Z', 1);
  const kept = await app.sql`select number from vat_checks order by number`;
  expect(kept.map(({ number }) => number)).toEqual(['FR2', 'FR4']);
});

describe('a failure of the job', () => {
  it('undoes no earlier batch, and stops no other table; the next run continues', async () => {
    await app.sql`
      insert into contact_messages (first_name, last_name, email, service, message, created_at)
      select n::text, 'Byron', 'ada@example.com', 'website', 'Old', '2020-01-01'::timestamptz + n * interval '1 second'
      from generate_series(1, 2500) n`;
    await app.sql`
      insert into mails (kind, "to", subject, html, text, about, created_at)
      select 'message_notice', 'ada@example.com', 's', 'h', 't', 'message:' || id, now()
      from contact_messages where message = 'Old'`;
    await app.sql`
      insert into audit_log (actor_name, action, about, description, created_at)
      values ('x', 'x', 'x', 'Old', '2020-01-01')`;
    await app.sql`
      create function refuse() returns trigger language plpgsql as
        'begin raise exception ''refused by the test''; end'`;
    await app.sql`
      create trigger refuse before delete on contact_messages for each row
        when (old.first_name = '2400') execute function refuse()`;
    await expect(runAt('2026-07-15T10:00:00Z', 24)).rejects.toThrow(
      'some parts failed: messages (refused by the test)',
    );
    const left = async () => {
      const [row] = await app.sql`
        select (select count(*)::int from contact_messages where message = 'Old') as messages,
          (select count(*)::int from mails where subject = 's') as mails,
          (select count(*)::int from audit_log where description = 'Old') as entries`;
      return row;
    };
    expect(await left()).toEqual({ messages: 500, mails: 500, entries: 0 });
    await app.sql`drop trigger refuse on contact_messages`;
    await app.sql`drop function refuse`;
    await runAt('2026-07-15T10:00:00Z', 24);
    expect(await left()).toEqual({ messages: 0, mails: 0, entries: 0 });
  });
});

describe('counts of page views', () => {
  it('are kept for 25 months', async () => {
    const add = (day: string) => app.sql`
      insert into page_views (day, page, host, source, views, visits) values (${day}, '/', '', '', 1, 1)`;
    await add('2024-06-14');
    await add('2024-06-15');
    await add('2026-07-15');
    await runAt('2026-07-15T10:00:00Z', 24);
    const kept = await app.sql`select day::text from page_views order by day`;
    expect(kept.map(({ day }) => day)).toEqual(['2024-06-15', '2026-07-15']);
    await app.sql`delete from page_views`;
  });
});

describe('a deleted plan', () => {
  const addPlan = async (name: string) => {
    const [plan] = await app.sql`
      insert into plans (name, monthly_cents, deleted_at)
      values (${name}, 4900, now() - interval '31 days') returning id`;
    return plan?.id as number;
  };
  const remaining = async (ids: number[]) =>
    (await app.sql`select id from plans where id in ${app.sql(ids)} order by id`).map(
      ({ id }) => id,
    );

  it('is kept if a client ever subscribed to it, and the job continues', async () => {
    const [subscribed, priced, unused] = [
      await addPlan('Subscribed'),
      await addPlan('Priced'),
      await addPlan('Unused'),
    ];
    const user = await makeClient(app.sql);
    await app.sql`
      insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
      values (${user.id}, ${subscribed}, 'monthly', 4900, 'USD', 'canceled', 'sub_of_a_deleted_plan')`;
    await app.sql`
      insert into plan_prices (plan_id, cycle, amount_cents, currency, stripe_price_id)
      values (${priced}, 'monthly', 4900, 'USD', 'price_of_a_deleted_plan')`;
    await app.sql`
      insert into services (slug, name, description, category, price_cents, deleted_at)
      values ('long-gone', 'Long gone', 'Long gone', 'website', 0, now() - interval '31 days')`;
    await expect(app.services.jobs.runNow('retention')).resolves.toContain('trash: 2');
    expect(await remaining([subscribed, priced, unused])).toEqual([subscribed, priced]);
    expect(await app.sql`select 1 from services where slug = 'long-gone'`).toHaveLength(0);
    expect(
      await app.sql`select 1 from plan_prices where stripe_price_id = 'price_of_a_deleted_plan'`,
    ).toHaveLength(1);
  });
});

const { openInvoice } = salesOf(() => app);

it('deleting a client removes them from an old invoice, its XML and PDF, and from no other', async () => {
  await app.sql`update settings set value = value || '{"country":"DE","vatNumber":"DE123456789"}'
    where key = 'seller'`;
  const ids: number[] = [];
  for (const name of ['Gone', 'Kept']) {
    const client = { name, email: `${name}@client.example`, country: 'DE' };
    const { id } = await openInvoice(client.email, { client });
    const amount = (await app.services.admin.invoices.get(id)).remaining;
    await app.services.admin.invoices.recordTransfer('system', { id, amount, date: '2026-01-31' });
    await app.services.invoices.xmlOfAny(id, 0, 'ubl');
    await app.services.invoices.pdfOfAny(id);
    ids.push(id);
  }
  const [gone = 0, kept = 0] = ids;
  await app.sql`update users set deleted_at = now()
    where id = (select user_id from invoices where id = ${gone})`;
  const db = createDatabase(app.sql as never);
  expect(await anonymizeDocuments(db, '2020-01-01')).toBe(0);
  expect(await anonymizeDocuments(db, '2999-01-01')).toBe(1);
  const left = await app.sql`select client_name as name, (select count(*)::int from document_xmls
    where number = invoices.number) as xmls, (select count(*)::int from document_pdfs
    where number = invoices.number) as pdfs from invoices where id in (${gone}, ${kept}) order by id`;
  expect(left).toEqual([
    { name: 'Deleted client', xmls: 0, pdfs: 0 },
    { name: 'Kept', xmls: 1, pdfs: 1 },
  ]);
  const drawnAgain = await app.services.invoices.xmlOfAny(kept, 0, 'ubl');
  expect(Buffer.from(drawnAgain.bytes).toString()).toContain('Kept');
});
