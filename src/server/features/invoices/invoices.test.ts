import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { invoiceFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

let app: TestApp;
let ask: ReturnType<typeof askerOf>;
let cookie: string;
const { openInvoice, newInvoice, sentProposal } = salesOf(() => app);

beforeAll(async () => {
  app = await startTestApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
  cookie = await signInAdmin(app);
  ask = askerOf(app, cookie);
});
afterAll(() => app.close());

type Answer = AdminInvoice & { issues?: { path: string }[]; invoice: AdminInvoice; url: string };
const admin = (method: string, path: string, body?: unknown) =>
  ask<Answer>(method, `/api/admin/invoices${path}`, body);
const read = async (id: number) => (await admin('GET', `/${id}`)).body;

const today = () => new Date().toISOString().slice(0, 10);
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const underKey = (path: string, body: object, key: string) =>
  app.fetch(`/api/admin/invoices${path}`, {
    method: 'POST',
    headers: { Cookie: cookie, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });

const positionOf = (number: string | null) => Number(number?.split('-').at(-1));

describe('a draft', () => {
  it('is computed, changed and deleted, and has no number', async () => {
    const made = await admin('POST', '', {
      client: { ...invoiceFields.client, company: 'Engines', country: 'de', taxNumber: 'DE 1' },
      items: [
        { description: 'Work', quantity: '2.5', unit: 'h', unitPrice: '99.99', taxRate: '19' },
      ],
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        status: 'draft',
        number: null,
        overdue: false,
        client: { country: 'DE' },
        totals: { subtotal: '249.98', taxes: [{ base: '249.98', amount: '47.50' }] },
        total: '297.48',
      },
    });
    const { id } = made.body;
    const changed = await admin('PUT', `/${id}`, { note: 'Thank you', serviceDate: '2026-01-31' });
    expect(changed.body).toMatchObject({
      note: 'Thank you',
      serviceDate: '2026-01-31',
      total: '297.48',
    });
    expect((await admin('DELETE', `/${id}`)).body).toMatchObject({ id });
    expect((await admin('GET', `/${id}`)).status).toBe(404);
  });

  it.each([
    [{ items: invoiceFields.items }, 'client'],
    [{ client: { name: '', email: 'x@example.com' } }, 'client.name'],
    [{ client: invoiceFields.client, dueDate: 'soon' }, 'dueDate'],
  ])('rejects %j at %s', async (body, path) => {
    const answer = await admin('POST', '', body);
    expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, path]);
  });

  it('cannot be issued without items, paid, or credited', async () => {
    const { id } = await newInvoice({ items: [] });
    expect((await admin('POST', `/${id}/issue`)).status).toBe(400);
    const paid = await admin('POST', `/${id}/payments`, { amount: '1', date: today() });
    expect(paid.status).toBe(409);
    expect((await admin('POST', `/${id}/credit`, { reason: 'x' })).status).toBe(409);
  });
});

describe('issuing', () => {
  it('freezes number, seller, buyer, items, dates and note', async () => {
    const { id } = await newInvoice({ note: 'Thank you' });
    const { body } = await admin('POST', `/${id}/issue`);
    expect(body).toEqual({
      number: expect.stringMatching(/^INV-\d{4}-\d{4}$/),
      url: expect.stringMatching(/^http:\/\/agency\.test\/invoices\/[\w-]{40,}$/),
    });
    const before = await read(id);
    expect(before).toMatchObject({
      status: 'open',
      issueDate: today(),
      dueDate: inDays(14),
      remaining: '100.00',
      seller: { name: expect.stringMatching(/./) },
    });
    expect((await admin('PUT', `/${id}`, { note: 'Other' })).status).toBe(409);
    expect((await admin('DELETE', `/${id}`)).status).toBe(409);
    const { settings } = app.services.admin;
    const { seller } = await settings.getAll();
    await settings.update('system', {
      key: 'seller',
      value: { ...seller.value, name: 'Another name' },
    });
    expect((await read(id)).seller).toEqual(before.seller);
    await settings.update('system', { key: 'seller', value: seller.value });
    expect((await admin('POST', `/${id}/issue`)).body).toEqual(body);
    const mails = await app.sql`select kind from mails where about = ${`invoice:${id}`}`;
    expect(mails).toEqual([{ kind: 'invoice_issued' }]);
  });

  it('gives ascending numbers without a gap to 50 at once, with failures in between', async () => {
    const first = positionOf((await openInvoice()).number);
    const drafts = await Promise.all(Array.from({ length: 50 }, () => newInvoice()));
    const [broken] = drafts.splice(20, 1);
    await app.sql.unsafe(`create function refuse() returns trigger language plpgsql as
      $$ begin if new.about = 'invoice:${broken?.id}' then raise exception 'no'; end if; return new; end $$;
      create trigger refuse before insert on mails for each row execute function refuse()`);
    const answers = await Promise.all([
      ...drafts.map(({ id }) => admin('POST', `/${id}/issue`)),
      admin('POST', `/${broken?.id}/issue`),
    ]);
    await app.sql.unsafe('drop trigger refuse on mails; drop function refuse()');
    expect(answers.map(({ status }) => status).sort()).toEqual([...drafts.map(() => 200), 500]);
    const rows = await app.sql<{ number: string }[]>`
      select number from invoices where number is not null order by number`;
    const given = rows.map(({ number }) => positionOf(number)).filter((one) => one > first);
    expect(given).toEqual(drafts.map((_, index) => first + index + 1));
    expect(await read(broken?.id ?? 0)).toMatchObject({ status: 'draft', number: null });
  });

  it('numbers credit notes in the same series, and begins anew with another prefix', async () => {
    const one = await openInvoice();
    const note = await admin('POST', `/${one.id}/credit`, { reason: 'Wrong client' });
    expect(positionOf(note.body.number)).toBe(positionOf(one.number) + 1);
    const { settings } = app.services.admin;
    const { sales } = await settings.getAll();
    const series = { prefix: 'R', year: false, digits: 3 };
    const to = (value: typeof sales.value) => settings.update('system', { key: 'sales', value });
    await to({ ...sales.value, series });
    expect((await openInvoice()).number).toBe('R001');
    expect((await openInvoice()).number).toBe('R002');
    await to(sales.value);
    expect(positionOf((await openInvoice()).number)).toBe(positionOf(one.number) + 2);
  });

  it('is listed with what is overdue', async () => {
    const { id } = await openInvoice(undefined, { dueDate: '2020-01-31' });
    expect(await read(id)).toMatchObject({ status: 'open', overdue: true });
    const { body } = await ask<AdminInvoice[]>('GET', '/api/admin/invoices?status=overdue');
    expect(body.map((row) => [row.id, row.overdue])).toEqual([[id, true]]);
    const page = await app.services.admin.invoices.search({ status: 'open' });
    expect(page.counts).toMatchObject({ overdue: 1 });
    expect(page.rows.some((row) => row.id === id)).toBe(true);
  });
});

describe('a transfer', () => {
  const pay = (id: number, amount: string, more: object = {}) =>
    admin('POST', `/${id}/payments`, { amount, date: today(), ...more });

  it('in parts pays an invoice, and overpaying is shown', async () => {
    const { id, email } = await openInvoice();
    const first = await pay(id, '40.00', { reference: 'Statement 7' });
    expect(first.body).toMatchObject({
      id: expect.any(Number),
      amount: '40.00',
      method: 'transfer',
      date: today(),
      reference: 'Statement 7',
      invoice: { id, status: 'open', paid: '40.00', remaining: '60.00' },
    });
    expect((await pay(id, '60')).body.invoice).toMatchObject({ status: 'paid', remaining: '0.00' });
    expect((await pay(id, '5.50')).body.invoice).toMatchObject({
      status: 'paid',
      overpaid: '5.50',
    });
    const [client] = await app.sql`select id from users where email = ${email}`;
    const list = await ask<{ client_id: string; amount: string }[]>('GET', '/api/admin/payments');
    const own = list.body.filter(({ client_id }) => client_id === client?.id);
    expect(own.map(({ amount }) => amount)).toEqual(['5.50', '60.00', '40.00']);
  });

  it('is recorded once under an idempotency key, also at the same moment', async () => {
    const { id } = await openInvoice();
    const body = { amount: '10.00', date: today() };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => underKey(`/${id}/payments`, body, 'one key')),
    );
    const ids = await Promise.all(answers.map(async (one) => ((await one.json()) as Answer).id));
    expect(new Set(ids).size).toBe(1);
    expect(await read(id)).toMatchObject({ paid: '10.00' });
    await underKey(`/${id}/payments`, body, 'another key');
    expect(await read(id)).toMatchObject({ paid: '20.00' });
  });

  it('that was wrong is reversed, once, and stays in the list', async () => {
    const { id, token } = await openInvoice();
    const { body } = await pay(id, '100.00');
    expect(body.invoice.status).toBe('paid');
    const reverse = () => admin('DELETE', `/${id}/payments/${body.id}`);
    expect((await reverse()).body).toMatchObject({
      id: body.id,
      invoice: { status: 'open', paid: '0.00' },
    });
    expect(
      (await reverse()).body.invoice.timeline.filter(({ kind }) => kind === 'payment_reversed'),
    ).toHaveLength(1);
    const [entry] = await app.sql`
      select description from audit_log where action = 'invoice.payment_reversed' and about = ${`invoice:${id}`}`;
    expect(entry?.description).toContain('reversed a transfer of $100');
    const shown = (await (await app.fetch(`/api/invoices/by-link/${token}`)).json()) as Answer;
    expect(shown.payments).toEqual([]);
    const other = await openInvoice();
    expect((await admin('DELETE', `/${other.id}/payments/${body.id}`)).status).toBe(404);
  });

  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '-1' }, 'amount'],
    [{ amount: '1.005' }, 'amount'],
    [{ date: '2999-01-01' }, 'date'],
    [{ date: 'today' }, 'date'],
  ])('rejects %j', async (change, path) => {
    const { id } = await openInvoice();
    const { status, body } = await pay(id, '1.00', change);
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });

  it('larger than 2^31 cents is kept exactly', async () => {
    const items = [
      { description: 'A ship', quantity: '1', unitPrice: '99999999.99', taxRate: '0' },
    ];
    const { id } = await openInvoice(undefined, { items });
    await pay(id, '99999999.98');
    expect(await read(id)).toMatchObject({ paid: '99999999.98', remaining: '0.01' });
  });
});

describe('a credit note', () => {
  const items = [
    { description: 'Design', quantity: '3', unitPrice: '33.33', taxRate: '19' },
    { description: 'Pictures', quantity: '1', unitPrice: '10.05', taxRate: '7' },
  ];
  const credit = (id: number, body: object = {}) =>
    admin('POST', `/${id}/credit`, { reason: 'A mistake', ...body });

  it('for the whole makes an open invoice void', async () => {
    const { id, number } = await openInvoice(undefined, { items });
    const { body } = await credit(id);
    expect(body).toMatchObject({
      number: expect.stringMatching(/^INV-/),
      reason: 'A mistake',
      total: '129.74',
      invoice: {
        id,
        number,
        status: 'void',
        credited: '129.74',
        remaining: '0.00',
        total: '129.74',
      },
    });
    expect((await credit(id)).status).toBe(409);
  });

  it('for parts and then the rest comes to the invoice, for each rate', async () => {
    const { id } = await openInvoice(undefined, { items });
    const part = [{ description: 'Design', quantity: '1', unitPrice: '33.33', taxRate: '19' }];
    for (let nth = 0; nth < 3; nth += 1)
      expect((await credit(id, { items: part })).status).toBe(200);
    expect((await credit(id, { items: part })).status).toBe(409);
    expect(await read(id)).toMatchObject({ status: 'open', remaining: '10.75' });
    await credit(id);
    const taxes = await app.sql`
      select tax ->> 'rate' as rate, sum((tax ->> 'baseCents')::int)::int as base,
        sum((tax ->> 'amountCents')::int)::int as amount
      from credit_notes, jsonb_array_elements(totals -> 'taxes') tax
      where invoice_id = ${id} group by 1 order by 1`;
    expect(taxes.map((row) => ({ ...row }))).toEqual([
      { rate: '19', base: 9_999, amount: 1_900 },
      { rate: '7', base: 1_005, amount: 70 },
    ]);
    expect(await read(id)).toMatchObject({ status: 'void', credited: '129.74' });
  });

  it('refuses rates that the invoice does not have, and more than is left', async () => {
    const { id } = await openInvoice(undefined, { items });
    const one = { description: 'x', quantity: '1', unitPrice: '1.00' };
    expect((await credit(id, { items: [{ ...one, taxRate: '5' }] })).status).toBe(409);
    expect((await credit(id, { items: [{ ...one, taxRate: '7', quantity: '99' }] })).status).toBe(
      409,
    );
    expect(await read(id)).toMatchObject({ credited: '0.00' });
  });

  it('is made once under an idempotency key', async () => {
    const { id } = await openInvoice(undefined, { items });
    const part = [{ description: 'Pictures', quantity: '1', unitPrice: '1.00', taxRate: '7' }];
    const body = { items: part, reason: 'Half' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => underKey(`/${id}/credit`, body, 'a key')),
    );
    const numbers = await Promise.all(
      answers.map(async (one) => ((await one.json()) as Answer).number),
    );
    expect(new Set(numbers).size).toBe(1);
    expect(await read(id)).toMatchObject({ credited: '1.07' });
  });

  it('comes with the refund of a transfer, but not for what was paid too much', async () => {
    const { id } = await openInvoice();
    const { body } = await admin('POST', `/${id}/payments`, { amount: '120.00', date: today() });
    const { billing } = app.services;
    const refund = (cents?: number) =>
      app.services.admin.payments.refund('system', body.id, cents, billing.refund);
    await refund(2_000);
    expect(await read(id)).toMatchObject({ status: 'paid', overpaid: '0.00', creditNotes: [] });
    await refund(3_000);
    expect(await read(id)).toMatchObject({
      status: 'paid',
      paid: '70.00',
      credited: '30.00',
      creditNotes: [{ total: '30.00' }],
    });
    await refund();
    expect(await read(id)).toMatchObject({ status: 'void', paid: '0.00', credited: '100.00' });
  });
});

describe('the client', () => {
  it('sees own issued invoices, in the account and by link, and no drafts', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = askerOf(app, await signUpClient(app, email));
    const { id, token } = await openInvoice(email);
    const draft = await newInvoice({}, email);
    const { body } = await client<{ id: number }[]>('GET', '/api/invoices');
    expect(body.map((one) => one.id)).toEqual([id]);
    expect((await client('GET', `/api/invoices/${draft.id}`)).status).toBe(404);
    const own = await client('GET', `/api/invoices/${id}`);
    const { id: _, requestId: __, ...shared } = own.body;
    const linked = await app.fetch(`/api/invoices/by-link/${token}`);
    expect(await linked.json()).toEqual(shared);
    expect(linked.headers.get('cache-control')).toBe('no-store');
    const stranger = askerOf(app, await signUpClient(app));
    expect((await stranger('GET', `/api/invoices/${id}`)).status).toBe(404);
    expect((await stranger('POST', `/api/invoices/${id}/pay`)).status).toBe(404);
  });

  it('gets bank details with an EPC code for amounts in EUR', async () => {
    const { settings } = app.services.admin;
    const before = await settings.getAll();
    await settings.update('system', { key: 'currency', value: 'EUR' });
    await settings.update('system', {
      key: 'seller',
      value: {
        ...before.seller.value,
        accountHolder: 'Kestrel',
        iban: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
      },
    });
    const { token, number } = await openInvoice();
    const shown = (await (await app.fetch(`/api/invoices/by-link/${token}`)).json()) as {
      bank: { epc: string };
    };
    expect(shown).toMatchObject({
      currency: 'EUR',
      bank: { holder: 'Kestrel', iban: 'DE89370400440532013000', reference: number },
    });
    expect(shown.bank.epc.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'COBADEFFXXX',
      'Kestrel',
      'DE89370400440532013000',
      'EUR100.00',
      '',
      '',
      number,
    ]);
    await settings.update('system', { key: 'currency', value: before.currency.value });
    await settings.update('system', { key: 'seller', value: before.seller.value });
  });
});

describe('the job', () => {
  const run = (day: string, time = 'T12:00:00Z') =>
    app.services.invoices.runJob(new Date(`${day}${time}`));
  const reminders = async (id: number) =>
    (
      await app.sql`select text from mails where about = ${`invoice:${id}`} and kind = 'invoice_reminder'`
    ).length;

  it('reminds before, on and after the due date, each once, and stops at payment', async () => {
    const { id } = await openInvoice(undefined, { dueDate: '2027-06-15' });
    await run('2027-06-11');
    expect(await reminders(id)).toBe(0);
    await Promise.all([run('2027-06-12'), run('2027-06-12')]);
    await run('2027-06-13');
    expect(await reminders(id)).toBe(1);
    await run('2027-06-15');
    await run('2027-06-15', 'T20:00:00Z');
    expect(await reminders(id)).toBe(2);
    // The server was away on the seventh day.
    await run('2027-06-25');
    expect(await reminders(id)).toBe(3);
    const { timeline } = await read(id);
    expect(timeline.filter(({ kind }) => kind === 'reminder').map(({ text }) => text)).toEqual([
      '3 days before',
      'on the due date',
      '10 days after',
    ]);
    await admin('POST', `/${id}/payments`, { amount: '100.00', date: today() });
    await run('2027-06-30');
    expect(await reminders(id)).toBe(3);
    expect((await admin('POST', `/${id}/remind`)).status).toBe(409);
  });

  it('does not remind while the switch is off, nor of a void invoice', async () => {
    const off = await openInvoice(undefined, { dueDate: '2027-06-15' });
    await app.services.admin.invoices.switchReminders('system', off.id, false);
    const gone = await openInvoice(undefined, { dueDate: '2027-06-15' });
    await admin('POST', `/${gone.id}/credit`, { reason: 'x' });
    await run('2027-07-30');
    expect([await reminders(off.id), await reminders(gone.id)]).toEqual([0, 0]);
    await admin('POST', `/${off.id}/remind`);
    expect(await reminders(off.id)).toBe(1);
  });

  it('goes by the date of the agency, also on the day that the clocks change', async () => {
    const { settings } = app.services.admin;
    const { responseTimes } = await settings.getAll();
    const zoned = (timeZone: string) =>
      settings.update('system', {
        key: 'responseTimes',
        value: { ...responseTimes.value, timeZone },
      });
    // In Berlin, summer time begins on 28 March 2027.
    const { id } = await openInvoice(undefined, { dueDate: '2027-03-28' });
    await app.sql`insert into invoice_reminders (invoice_id, day) values (${id}, -3)`;
    await zoned('Europe/Berlin');
    await run('2027-03-27', 'T22:59:00Z');
    expect(await reminders(id)).toBe(0);
    await run('2027-03-27', 'T23:01:00Z');
    expect(await reminders(id)).toBe(1);
    await zoned('UTC');
  });

  it('issues drafts on their date, and what is due once the work is completed', async () => {
    const schedule = [
      { label: 'Later', percent: '50', due: { date: '2028-02-29' } },
      { label: 'Done', percent: '50', due: 'on_completion' },
    ];
    const { id, token } = await sentProposal(undefined, { schedule });
    const shown = (await (await app.fetch(`/api/proposals/by-link/${token}`)).json()) as {
      contentHash: string;
    };
    const { contentHash } = shown;
    await app.postJson(`/api/proposals/by-link/${token}/accept`, {
      name: 'Ada',
      agreed: true,
      contentHash,
    });
    const statuses = async () =>
      (await app.sql`select status from invoices where proposal_id = ${id} order by proposal_part`)
        .map(({ status }) => status)
        .join();
    await run('2028-02-28');
    expect(await statuses()).toBe('draft,draft');
    await Promise.all([run('2028-02-29'), run('2028-02-29')]);
    expect(await statuses()).toBe('open,draft');
    const { requestId } = await app.services.admin.proposals.get(id);
    await app.services.requests.setStatus(requestId ?? 0, 'completed');
    await run('2028-03-01');
    expect(await statuses()).toBe('open,open');
    const dates =
      await app.sql`select issue_date::text as day, due_date::text as due from invoices where proposal_id = ${id} order by proposal_part`;
    expect(dates[0]).toEqual({ day: '2028-02-29', due: '2028-03-14' });
  });
});
