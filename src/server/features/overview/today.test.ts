import { expect, it } from 'vitest';

import type { Today } from '~/contract/admin/today-schema';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';
import { monthOf } from './today';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const { newInvoice, openInvoice, sentProposal } = salesOf(() => app);

const today = async () => (await ask<Today>('GET', '/api/admin/dashboard/today')).body;

it('open tasks count the same rows as the lists, and link to exactly these rows', async () => {
  const { sql } = app;
  const openOf = async (dueDate: string, changes = {}) => {
    const invoice = await openInvoice(undefined, changes);
    await sql`update invoices set due_date = ${dueDate} where id = ${invoice.id}`;
    return invoice.id;
  };
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  const nextYear = `${now.getFullYear() + 1}-06-15`;
  const item = (unitPrice: string) => [
    { description: 'An engine', quantity: '1', unitPrice, taxRate: '0' },
  ];
  const partPaid = await openOf('2025-01-31', { items: item('250.50') });
  await app.services.admin.invoices.recordTransfer('system', {
    id: partPaid,
    amount: '50.25',
    date: '2025-01-01',
  });
  await openOf('2025-02-01');
  await openOf(monthOf(day).to, { items: item('80.00') });
  await openOf(nextYear, { items: item('10.00') });
  const euros = await openOf(nextYear, { items: item('7.00') });
  await sql`update invoices set currency = 'EUR' where id = ${euros}`;
  await newInvoice();
  const overpaid = await openOf(nextYear, { items: item('90.00') });
  const transfer = { id: overpaid, amount: '101.50', date: '2025-01-01' };
  await app.services.admin.invoices.recordTransfer('system', transfer);

  const email = 'waits@example.com';
  await signUpClient(app, email);
  await sql`with made as (
    insert into service_requests (user_id, title, status)
    select id, title, status::request_status from users,
      (values ('Waits', 'in_progress'), ('Done', 'completed')) as one (title, status) where email = ${email}
    returning id, title)
    insert into conversations (kind, request_id, waiting_since, last_message_at, due_at)
    select 'request', id, now() - interval '9 days', now() - interval '9 days',
      case title when 'Waits' then now() - interval '7 days' end from made`;
  const ready = await newInvoice({ items: item('600.00') });
  const waiting = await newInvoice({ items: item('700.00') });
  await sql`update invoices set on_completion = true,
    request_id = (select id from service_requests where title = 'Done') where id = ${ready.id}`;
  await sql`update invoices set on_completion = true,
    request_id = (select id from service_requests where title = 'Waits') where id = ${waiting.id}`;

  await sentProposal();
  const expired = await sentProposal();
  await sql`update proposals set valid_until = '2025-01-01' where id = ${expired.id}`;

  for (let index = 0; index < 3; index += 1) await app.postJson('/api/quotes', quoteRequest());
  await app.postJson('/api/contact', contactMessage());
  const [old, turnedDown] = await sql`select id from quotes order by id`;
  await sql`update conversations set due_at = now() - interval '30 days'
    where quote_id in (${old?.id}, ${turnedDown?.id}) or contact_message_id is not null`;
  await app.services.admin.quotes.setStatus('system', [turnedDown?.id], 'rejected');

  // The query repeats none of the product's conditions.
  const left = 'total_cents - paid_cents - credited_cents';
  const sumsOf = async (cents: string, from: string) => {
    const rows = await sql.unsafe(
      `select currency, count(*)::int as rows, (sum(${cents}) / 100.0)::numeric(12, 2)::text as amount
        from ${from} group by currency order by currency`,
    );
    return {
      count: rows.reduce((sum, row) => sum + Number(row.rows), 0),
      sums: rows.map(({ currency, amount }) => ({ currency, amount })),
    };
  };
  const month = "to_char(due_date::date, 'YYYY-MM') = to_char(now(), 'YYYY-MM')";
  const shown = await today();
  expect(shown).toEqual({
    answers: { quotes: 1, messages: 1 },
    clientsWaiting: 1,
    proposedChanges: 0,
    proposals: await sumsOf('total_cents', `proposals where id not in (${expired.id})`),
    invoices: {
      overdue: await sumsOf(
        left,
        "invoices where status = 'open' and due_date::date < current_date",
      ),
      open: await sumsOf(left, "invoices where status = 'open'"),
      dueThisMonth: await sumsOf(left, `invoices where status = 'open' and ${month}`),
      ready: await sumsOf('total_cents', `invoices where id = ${ready.id}`),
      overpaid: { count: 1, sums: [{ currency: 'USD', amount: '11.50' }] },
      monthFrom: monthOf(day).from,
      monthTo: monthOf(day).to,
    },
  });
  expect(shown.invoices?.overdue).toEqual({
    count: 2,
    sums: [{ currency: 'USD', amount: '300.25' }],
  });

  const { invoices, proposals, requests, quotes, messages } = app.services.admin;
  const { monthFrom: from, monthTo: to } = monthRange(shown);
  const totals = await Promise.all([
    invoices.search({ status: 'overdue' }),
    invoices.search({ status: 'open' }),
    invoices.search({ status: 'open', from, to }),
    invoices.search({ status: 'ready' }),
    invoices.search({ status: 'overpaid' }),
    proposals.search({ status: 'waiting' }),
    requests.search({ status: 'waiting' }),
    quotes.search({ status: 'overdue' }, true),
    messages.search({ status: 'overdue' }, true),
  ]);
  expect(totals[0]?.totals).toEqual([
    { currency: 'USD', total: '350.50', remaining: '300.25', drafts: '0.00' },
  ]);
  expect(totals[1]?.totals).toEqual([
    { currency: 'EUR', total: '7.00', remaining: '7.00', drafts: '0.00' },
    { currency: 'USD', total: '440.50', remaining: '390.25', drafts: '0.00' },
  ]);
  expect(totals.map(({ total, rows }) => [total, rows.length])).toEqual(
    [2, 5, 1, 1, 1, 1, 1, 1, 1].map((rows) => [rows, rows]),
  );
});

function monthRange({ invoices }: Today) {
  if (!invoices) throw new Error('an owner sees invoices');
  return invoices;
}

it('tasks that a role cannot see are excluded', async () => {
  expect(await app.services.admin.overview.today({ role: 'editor' })).toEqual({
    answers: null,
    clientsWaiting: null,
    proposals: null,
    invoices: null,
    proposedChanges: null,
  });
});
