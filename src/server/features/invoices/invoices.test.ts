import { describe, expect, it } from 'vitest';

import type { AdminInvoice, ClientInvoice } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { makeClient } from '~/testing/payments';
import { textOfPdf } from '~/testing/pdf-text';
import { invoiceFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { openInvoice, newInvoice } = salesOf(() => app);

type Answer = AdminInvoice & { issues?: { path: string }[]; invoice: AdminInvoice; url: string };
const admin = (method: string, path: string, body?: unknown) =>
  ask<Answer>(method, `/api/admin/invoices${path}`, body);
const read = async (id: number) => (await admin('GET', `/${id}`)).body;

const today = () => new Date().toISOString().slice(0, 10);
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const positionOf = (number: string | null) => Number(number?.split('-').at(-1));

describe('a draft', () => {
  it('stays with its client while their printed data changes, until another client is chosen', async () => {
    const { id: clientId } = await makeClient(app.sql);
    const made = await admin('POST', '', { clientId, items: invoiceFields.items });
    const { id, clientName, clientEmail } = made.body;
    expect(made.body).toMatchObject({ clientId, client_name: clientName });
    expect(made.body.client_email).toBe(clientEmail);
    const client = { ...invoiceFields.client, name: 'Ada King', email: clientEmail };
    const changed = await admin('PUT', `/${id}`, { client });
    expect(changed.body).toMatchObject({ clientId, clientName: 'Ada King' });
    const without = await admin('PUT', `/${id}`, { client, clientId: null });
    expect(without.body).toMatchObject({ clientId: null });
    expect((await admin('POST', '', { clientId: null, items: invoiceFields.items })).status).toBe(
      400,
    );
  });

  it('is unlinked from its client if another name and email are entered', async () => {
    const record = { company: 'Köhler GmbH', country: 'DE', vatNumber: 'DE136695976' };
    const { id: userId, email } = await makeClient(app.sql);
    const client = { ...invoiceFields.client, ...record, email };
    const made = await admin('POST', '', { clientId: userId, client, items: [] });
    const path = `/${made.body.id}`;
    // The number on record does not belong to the entered country.
    const moved = await admin('PUT', path, {
      client: { ...invoiceFields.client, email, country: 'NL' },
    });
    expect([moved.status, moved.body.issues]).toMatchObject([400, [{ path: 'client.vatNumber' }]]);
    const piet = { name: 'Piet Bakker', email: 'piet@bakker.example', country: 'NL' };
    const changed = await admin('PUT', path, { client: piet });
    expect(changed.body).toMatchObject({ clientId: null, clientEmail: piet.email });
    expect(changed.body.client.vatNumber ?? '').toBe('');
  });

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
    // Date fields of browsers send such a year after only two digits were typed.
    [{ client: invoiceFields.client, dueDate: '0026-12-01' }, 'dueDate'],
    [{ client: invoiceFields.client, serviceDate: '9999-12-31' }, 'serviceDate'],
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

describe('an invoice that is issued', () => {
  it('gets a number, and its seller, buyer, items, dates and note no longer change', async () => {
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

  it('gets the next number without a gap, even for 16 concurrent calls of which some fail', async () => {
    const first = positionOf((await openInvoice()).number);
    const drafts = await Promise.all(Array.from({ length: 16 }, () => newInvoice()));
    const [broken] = drafts.splice(8, 1);
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

  describe('for a client with billing data on record', () => {
    const address = { address: '1 Mill Lane', city: 'Oban', country: 'GB' };
    const newRecord = async () => {
      const { id: clientId, email } = await makeClient(app.sql);
      const { invoices } = app.services.admin;
      return { email, clientId, onRecord: () => invoices.lastBuyer(clientId) };
    };
    const create = async (fields: object) =>
      (await admin('POST', '', { items: invoiceFields.items, ...fields })).body;
    const read = async (id: number) => (await admin('GET', `/${id}`)).body;

    it('adds what the record lacks, and overwrites nothing', async () => {
      const { email, clientId, onRecord } = await newRecord();
      const name = 'Clara Client';
      expect(await onRecord()).toEqual({ name, email });
      await create({ clientId, client: { name, email, ...address } });
      expect(await onRecord()).toEqual({ name, email, ...address });
      const blank = await create({ clientId, client: { name, email: '', city: '' } });
      expect(blank.client).toEqual({ name, email: '', ...address, city: undefined });
      const elsewhere = { address: '9 Quay', country: 'IE' };
      const other = await create({ clientId, client: { name, email, ...elsewhere } });
      expect(other.client).toEqual({ name, email, ...elsewhere });
      await admin('POST', `/${other.id}/issue`);
      expect(await onRecord()).toEqual({ name, email, ...address });
      const { lastBuyer } = app.services.admin.invoices;
      await expect(lastBuyer('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('follows the record while it is a draft, except overridden fields, and stays once issued', async () => {
      const { email, clientId } = await newRecord();
      const name = 'Clara Client';
      const followed = await create({ clientId, client: { name, email, ...address } });
      const overridden = await create({ clientId, client: { name: 'Accounts', email } });
      const issued = await create({ clientId });
      await admin('POST', `/${issued.id}/issue`);
      await app.sql`update billing_profiles set city = 'Leith' where user_id = ${clientId}`;
      const leith = { ...address, city: 'Leith' };
      expect((await read(followed.id)).client).toEqual({ name, email, ...leith });
      expect((await read(overridden.id)).client).toEqual({ name: 'Accounts', email, ...leith });
      expect((await read(issued.id)).client).toEqual({ name, email, ...address });
      await admin('POST', `/${followed.id}/issue`);
      expect((await read(followed.id)).client).toEqual({ name, email, ...leith });
    });

    it('completes the buyer from the record if only the email is given', async () => {
      const { email, clientId } = await newRecord();
      await create({ clientId, client: { name: 'Clara Client', email, ...address } });
      const made = await create({ client: { name: 'Clara Client', email } });
      await admin('POST', `/${made.id}/issue`);
      expect(await read(made.id)).toMatchObject({ clientId, client: address });
    });
  });

  it('shares its number series with credit notes, and the series restarts with another prefix', async () => {
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

  it('for a client without an email is issued and paid without any emails', async () => {
    const client = {
      ...{ name: 'Brackwater Mills', address: 'Mill Lane 1', city: 'Brackwater' },
      ...{ postcode: 'BW1', country: 'GB' },
    };
    const { id } = (await admin('POST', '', { client, items: invoiceFields.items })).body;
    const { number } = (await admin('POST', `/${id}/issue`)).body;
    const [mails] =
      await app.sql`select count(*)::int as count from mails where about = ${`invoice:${id}`} and kind <> 'invoice_notice'`;
    expect(mails).toEqual({ count: 0 });
    const issuedIn = ({ timeline }: AdminInvoice) =>
      timeline.find(({ kind }) => kind === 'issued')?.text;
    expect(issuedIn(await read(id))).toBe(number);
    const emailed = await openInvoice();
    expect(issuedIn(await read(emailed.id))).toBe(`${emailed.number}, emailed to the client`);
    const reminder = await ask<{ error: string }>('POST', `/api/admin/invoices/${id}/remind`);
    expect(reminder.status).toBe(409);
    const paid = await admin('POST', `/${id}/payments`, { amount: '100.00', date: today() });
    expect(paid.body.invoice).toMatchObject({ status: 'paid', clientId: null, clientEmail: '' });
    // The agency gets no email about payments that it recorded itself.
    expect(await app.sql`select from mails where about = ${`invoice:${id}`}`).toHaveLength(0);
    const { body } = await ask('GET', `/api/admin/payments?search=${number}`);
    expect(body).toEqual([
      expect.objectContaining({ client_id: null, client_name: client.name, client_email: '' }),
    ]);
  });

  it('is found by the number of its credit note', async () => {
    const { id, number } = await openInvoice();
    await openInvoice();
    const note = (await admin('POST', `/${id}/credit`, { amount: '10.00', reason: 'Late' })).body;
    const path = `/api/admin/invoices?search=${note.number?.toLowerCase()}`;
    expect((await ask<AdminInvoice[]>('GET', path)).body.map((one) => one.id)).toEqual([id]);
    for (const search of [note.number, number]) {
      const { body } = await ask('GET', `/api/admin/credit-notes?search=${search}`);
      expect(body).toEqual([
        expect.objectContaining({
          number: note.number,
          invoiceId: id,
          invoiceNumber: number,
          reason: 'Late',
          total: '10.00',
        }),
      ]);
    }
  });

  it('is copied to a draft that follows the record of its client', async () => {
    const { id } = await openInvoice(undefined, { note: 'As agreed' });
    await admin('POST', `/${id}/void`, { reason: 'Wrong sum' });
    const original = await read(id);
    const { body: copy } = await admin('POST', `/${id}/duplicate`);
    expect(copy).toMatchObject({
      status: 'draft',
      number: null,
      clientId: original.clientId,
      items: original.items,
      totals: original.totals,
      note: 'As agreed',
      dueDate: null,
      credited: '0.00',
    });
    expect(copy.timeline[0]).toMatchObject({ text: `Copy of ${original.number}` });
  });

  it('gets the next number that an admin has set, which can only be raised', async () => {
    const { settings } = app.services.admin;
    const { sales } = await settings.getAll();
    const series = { prefix: 'S1', year: false, digits: 1 };
    const to = (value: typeof sales.value) => settings.update('system', { key: 'sales', value });
    const next = '/api/admin/invoice-numbers/next';
    await to({ ...sales.value, series });
    expect((await ask('GET', next)).body).toMatchObject({ next: 1, number: 'S11' });
    expect((await ask('PUT', next, { next: 48 })).body).toEqual({
      ...{ next: 48, number: 'S148', head: 'S1', digits: 1 },
    });
    expect((await openInvoice()).number).toBe('S148');
    const lower = await ask<Answer>('PUT', next, { next: 48 });
    expect(lower.status).toBe(400);
    expect(lower.body.issues).toEqual([
      { path: 'next', message: 'Numbers only go up. Please enter 49 or more' },
    ]);
    // Another number series can reach the same number.
    await to({ ...sales.value, series: { ...series, prefix: 'S' } });
    const taken = await ask<Answer>('PUT', next, { next: 148 });
    expect(taken.body.issues).toEqual([{ path: 'next', message: 'The number S148 is taken' }]);
    await ask('PUT', next, { next: 147 });
    expect((await openInvoice()).number).toBe('S147');
    expect((await openInvoice()).number).toBe('S149');
    await to(sales.value);
  });

  it('is listed with the overdue amount', async () => {
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

  it('in parts pays an invoice, and shows an overpayment', async () => {
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

  it('that was recorded by mistake is reversed once, and stays in the list', async () => {
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

  it('is rejected with an invalid amount or date', async () => {
    const { id } = await openInvoice();
    const dates = ['2999-01-01', 'today', '0001-01-01', '1969-12-31'];
    const changes = [
      ...['0', '-1', '1.005'].map((amount) => ({ amount })),
      ...dates.map((date) => ({ date })),
    ];
    for (const change of changes) {
      const { status, body } = await pay(id, '1.00', change);
      expect([change, status, body.issues?.[0]?.path]).toEqual([
        change,
        400,
        Object.keys(change)[0],
      ]);
    }
  });

  it('larger than 2^31 cents is stored exactly', async () => {
    const items = [
      { description: 'A ship', quantity: '1', unitPrice: '99999999.99', taxRate: '0' },
    ];
    const { id } = await openInvoice(undefined, { items });
    await pay(id, '99999999.98');
    expect(await read(id)).toMatchObject({ paid: '99999999.98', remaining: '0.01' });
  });
});

describe('the client', () => {
  it('sees their own issued invoices, in the account and by link, but no drafts', async () => {
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

  it('gets other payment details without an IBAN, on the page and in its PDF', async () => {
    const { settings } = app.services.admin;
    const { seller } = await settings.getAll();
    const paymentDetails = ['Sort code: 12-34-56', 'Account number: 12345678', 'Pay in GBP only'];
    await settings.update('system', {
      key: 'seller',
      value: { ...seller.value, iban: '', bic: '', paymentDetails },
    });
    const { token, number } = await openInvoice();
    const { body } = await ask<ClientInvoice>('GET', `/api/invoices/by-link/${token}`);
    expect(body.bank).toMatchObject({
      iban: '',
      details: [
        { label: 'Sort code', value: '12-34-56' },
        { label: 'Account number', value: '12345678' },
        { label: 'Payment details', value: 'Pay in GBP only' },
      ],
      reference: number,
      epc: null,
    });
    const pdf = await app.fetch(`/api/invoices/by-link/${token}/pdf`);
    const words = await textOfPdf(Buffer.from(await pdf.arrayBuffer()));
    expect(words).toMatch(/Sort code\s+12-34-56\s+Account number\s+12345678/);
    await settings.update('system', { key: 'seller', value: seller.value });
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

describe('voiding an invoice', () => {
  const voiding = (id: number, reason = 'Sent twice') => admin('POST', `/${id}/void`, { reason });

  it('credits the whole invoice once, and keeps its number and content', async () => {
    const { id, number, token } = await openInvoice();
    const before = await read(id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => voiding(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const after = await read(id);
    expect(after).toMatchObject({
      number,
      items: before.items,
      total: before.total,
      status: 'void',
      remaining: '0.00',
      creditNotes: [{ total: '100.00', reason: 'Sent twice' }],
    });
    expect(after.timeline.map(({ kind }) => kind)).toEqual([
      'created',
      'issued',
      'credited',
      'void',
    ]);
    const done = await app.sql`
      select description from audit_log where about = ${`invoice:${id}`} and action = 'invoice.voided'`;
    expect(done.map(({ description }) => description)).toEqual([
      expect.stringContaining(`voided the invoice ${number} by the credit note`),
    ]);
    const link = await app.fetch(`/api/invoices/by-link/${token}`);
    expect(await link.json()).toMatchObject({ status: 'void', canPayOnline: false, bank: null });
    expect((await admin('POST', `/${id}/remind`)).status).toBe(409);
  });

  it('credits an invoice of 0 by one credit note of 0', async () => {
    const items = [
      { description: 'An engine', quantity: '1', unitPrice: '100.00', taxRate: '0' },
      { description: 'Returned deposit', quantity: '-1', unitPrice: '100.00', taxRate: '0' },
    ];
    const { id } = await openInvoice(undefined, { items });
    expect((await voiding(id, 'Wrong client')).status).toBe(200);
    expect((await voiding(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      status: 'void',
      creditNotes: [{ total: '0.00', reason: 'Wrong client' }],
    });
    expect((await admin('POST', `/${id}/credit`, { reason: 'Again' })).status).toBe(409);
  });

  it('credits the rest of a partially credited invoice', async () => {
    const { id } = await openInvoice();
    const items = [{ description: 'A part', quantity: '1', unitPrice: '30.00', taxRate: '0' }];
    await admin('POST', `/${id}/credit`, { items, reason: 'Part' });
    expect((await voiding(id)).body).toMatchObject({
      status: 'void',
      creditNotes: [{ total: '30.00' }, { total: '70.00' }],
    });
  });

  it('is rejected for a draft, without a reason, and after a payment', async () => {
    const draft = await newInvoice();
    expect((await voiding(draft.id)).status).toBe(409);
    const { id } = await openInvoice();
    expect((await voiding(id, ' ')).body.issues?.[0]?.path).toBe('reason');
    await admin('POST', `/${id}/payments`, { amount: '10.00', date: today() });
    expect((await voiding(id)).status).toBe(409);
    expect(await read(id)).toMatchObject({ status: 'open', credited: '0.00' });
  });
});

describe('a credit note', () => {
  const items = [
    { description: 'Design', quantity: '3', unitPrice: '33.33', taxRate: '19' },
    { description: 'Pictures', quantity: '1', unitPrice: '10.05', taxRate: '7' },
  ];
  const credit = (id: number, body: object = {}) =>
    admin('POST', `/${id}/credit`, { reason: 'A mistake', ...body });

  it('for parts and then the rest adds up to the invoice, for each rate', async () => {
    const { id } = await openInvoice(undefined, { items });
    const part = [{ description: 'Design', quantity: '1', unitPrice: '33.33', taxRate: '19' }];
    for (let nth = 0; nth < 3; nth += 1)
      expect((await credit(id, { items: part })).status).toBe(200);
    expect((await credit(id, { items: part })).status).toBe(409);
    expect(await read(id)).toMatchObject({ status: 'open', remaining: '10.75' });
    await credit(id);
    expect((await credit(id)).status).toBe(409);
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

  it('for an amount is divided among the remaining taxes', async () => {
    const { id } = await openInvoice(undefined, {
      items: [
        { description: 'Work', quantity: '1', unitPrice: '100.00', taxRate: '19' },
        { description: 'Book', quantity: '1', unitPrice: '100.00', taxRate: '7' },
      ],
    });
    await admin('POST', `/${id}/payments`, { amount: '100.00', date: today() });
    const credit = (body: object) => admin('POST', `/${id}/credit`, { reason: 'Waived', ...body });
    expect((await credit({ amount: '226.01' })).status).toBe(409);
    const items = [{ description: 'Less', quantity: '1', unitPrice: '1.00', taxRate: '7' }];
    expect((await credit({ amount: '1.00', items })).status).toBe(400);
    expect((await credit({ amount: '0.00' })).status).toBe(400);
    expect((await credit({ amount: '126.00' })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      ...{ status: 'paid', credited: '126.00', overpaid: '0.00' },
      creditNotes: [{ total: '126.00', totals: { taxes: [{ rate: '7' }, { rate: '19' }] } }],
    });
  });

  describe('for items of an invoice with a discount', () => {
    const discounted = () =>
      openInvoice(undefined, {
        items: [
          { description: 'Website', quantity: '1', unitPrice: '2499.99', taxRate: '21' },
          { description: 'Returned', quantity: '-1', unitPrice: '500.00', taxRate: '21' },
          { description: 'Book', quantity: '1', unitPrice: '59.85', taxRate: '9' },
        ],
        discount: { percent: '12.5' },
      });

    it('has the exact amounts after the discount by default, which add up to the total', async () => {
      const { id } = await discounted();
      const book = await credit(id, { items: [{ description: ' book' }] });
      expect(book).toMatchObject({ status: 200, body: { total: '57.08' } });
      const names = ['Website', 'Returned'].map((description) => ({ description }));
      expect((await credit(id, { items: names })).status).toBe(200);
      expect(await read(id)).toMatchObject({ status: 'void', credited: '2174.57' });
    });

    it('is limited to what is left of each item', async () => {
      const { id } = await discounted();
      const ofBook = (more: object) => credit(id, { items: [{ description: 'Book', ...more }] });
      const refused = await ofBook({ quantity: '1', unitPrice: '59.85' });
      expect(refused).toMatchObject({
        ...{ status: 409, body: { issues: [{ path: 'items.0.unitPrice' }] } },
      });
      expect(JSON.stringify(refused.body)).toContain('left of “Book”: $52.37 before tax');
      expect((await ofBook({ unitPrice: '50.00' })).status).toBe(200);
      expect((await ofBook({ unitPrice: '2.38' })).status).toBe(409);
      expect((await ofBook({})).body).toMatchObject({ items: [{ unitPrice: '2.37' }] });
      expect((await ofBook({})).body.issues?.[0]?.path).toBe('items.0.description');
      const twice = [{ description: 'Website', unitPrice: '1500.00' }];
      expect((await credit(id, { items: [...twice, ...twice] })).status).toBe(409);
      expect(await read(id)).toMatchObject({ credited: '57.08' });
    });

    it('is rejected with the missing price, or with the deduction to credit together with an item', async () => {
      const { id } = await discounted();
      const paths = async (item: object) =>
        (await credit(id, { items: [item] })).body.issues?.map(({ path }) => path);
      expect(await paths({ description: 'Something' })).toEqual(['items.0.unitPrice']);
      expect(await paths({ description: 'Book', quantity: '2' })).toEqual(['items.0.unitPrice']);
      const alone = { description: 'Design', unitPrice: '2000.00', taxRate: '21' };
      const { body } = await credit(id, { items: [alone] });
      expect(JSON.stringify(body)).toContain('Please credit its deductions as well');
    });
  });

  it('rejects rates that the invoice does not have, and more than is left', async () => {
    const { id } = await openInvoice(undefined, { items });
    const one = { description: 'x', quantity: '1', unitPrice: '1.00' };
    expect((await credit(id, { items: [{ ...one, taxRate: '5' }] })).status).toBe(409);
    expect((await credit(id, { items: [{ ...one, taxRate: '7', quantity: '99' }] })).status).toBe(
      409,
    );
    expect(await read(id)).toMatchObject({ credited: '0.00' });
  });

  it('is created with the refund of a transfer, but not for an overpayment', async () => {
    const { id } = await openInvoice();
    const { body } = await admin('POST', `/${id}/payments`, {
      amount: '120.00',
      date: '2026-05-01',
    });
    const { billing } = app.services;
    const refund = (cents?: number, repayment = {}) =>
      app.services.admin.payments.refund('system', body.id, cents, billing.refund, repayment);
    await refund(2_000);
    expect(await read(id)).toMatchObject({ status: 'paid', overpaid: '0.00', creditNotes: [] });
    const mails = await app.sql`
      select kind, text from mails where about = ${`invoice:${id}`}
        and kind in ('payment_received', 'payment_repaid') order by id`;
    expect(mails).toMatchObject([
      {
        kind: 'payment_received',
        text: expect.stringContaining('You overpaid by $20.00'),
      },
      {
        kind: 'payment_repaid',
        text: expect.stringContaining('We sent $20.00 back by bank transfer'),
      },
    ]);
    await expect(refund(3_000, { date: '2999-01-01' })).rejects.toMatchObject({
      about: { issues: [{ path: 'date' }] },
    });
    await expect(refund(3_000, { date: '2026-04-30' })).rejects.toMatchObject({
      about: { issues: [{ path: 'date' }] },
    });
    await refund(3_000, { date: '2026-05-03', reference: 'RF-7' });
    expect(await read(id)).toMatchObject({
      status: 'paid',
      paid: '70.00',
      credited: '30.00',
      creditNotes: [{ total: '30.00' }],
    });
    const { timeline } = await read(id);
    expect(timeline.filter(({ kind }) => kind === 'refunded').at(-1)?.text).toBe(
      '$30.00 by transfer on 3 May 2026, RF-7',
    );
    // The invoice was paid in full before, and the credit note settles it again.
    expect(timeline.filter(({ kind }) => kind === 'paid')).toHaveLength(1);
    const [mail] = await app.sql`
      select text from mails where about = ${`invoice:${id}`} and kind = 'invoice_credited'`;
    expect(mail?.text).toContain(
      'We sent $30.00 back by bank transfer on 3 May 2026, with the reference RF-7.',
    );
    // Three concurrent requests with an outdated refunded amount are rejected. Of three with the current one, one
    // succeeds.
    const again = await Promise.allSettled(
      Array.from({ length: 3 }, () => refund(1_000, { refundedBefore: 2_000 })),
    );
    expect(again.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(again).toMatchObject([{ reason: { code: 'CONFLICT' } }, {}, {}]);
    const twice = await Promise.allSettled(
      Array.from({ length: 3 }, () => refund(1_000, { refundedBefore: 5_000 })),
    );
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await read(id)).toMatchObject({ paid: '60.00', credited: '40.00' });
    await refund();
    expect(await read(id)).toMatchObject({ status: 'void', paid: '0.00', credited: '100.00' });
  });
});
