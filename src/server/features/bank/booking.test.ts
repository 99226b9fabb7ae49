import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { bankOf } from '~/testing/bank';
import { salesOf } from '~/testing/sales';
import { signInAdmin } from '~/testing/sign-in';
import { camtOf, type WrittenEntry } from '~/testing/statements';

const app = testApp({ rateLimits: { uploadsOfAdmin: 1e6 } });
let cookie: string;
const { openInvoice } = salesOf(() => app);
const {
  ask,
  send,
  unique,
  entriesOf,
  imported,
  only,
  entry,
  act,
  book,
  invoice,
  mailsAbout,
  setBooksSure,
} = bankOf(
  () => app,
  () => cookie,
);

beforeAll(async () => {
  cookie = await signInAdmin(app);
});

describe('booking an entry', () => {
  it('proposes the invoice with its number, and books it with one click', async () => {
    const paid = await openInvoice();
    const one = await only({
      amount: '100.00',
      reference: `Thanks, ${paid.number}`,
      name: 'Ada Byron',
    });
    expect(one).toMatchObject({
      state: 'proposed',
      left: '100.00',
      proposal: {
        by: 'number',
        fit: 'exact',
        isSure: true,
        invoices: [{ id: paid.id, amount: '100.00' }],
      },
    });
    const { status, body } = await book(one, [paid, '100.00']);
    expect([status, body.state, body.left]).toEqual([200, 'booked', '0.00']);
    expect(body.payments).toMatchObject([
      { number: paid.number, amount: '100.00', isReversed: false },
    ]);
    expect(await invoice(paid)).toMatchObject({
      status: 'paid',
      payments: [{ method: 'transfer', date: one.bookedOn, reference: `Thanks, ${paid.number}` }],
    });
    expect(await mailsAbout(paid, 'received for invoice')).toMatchObject([{ to: paid.email }]);
    const audit = await app.sql`
      select action, after->>'source' as source from audit_log
      where about in (${`invoice:${paid.id}`}, ${`bank_entry:${one.id}`}) and actor_id is not null order by id`;
    expect(audit).toMatchObject([
      { action: 'invoice.payment_recorded', source: `bank-entry:${one.id}` },
      { action: 'bank_entry.booked' },
    ]);
  });

  it('divides an entry among several invoices, as proposed or otherwise', async () => {
    const [one, two] = [await openInvoice(), await openInvoice()];
    const both = await only({ amount: '200.00', reference: `${one.number} and ${two.number}` });
    expect(both.proposal).toMatchObject({
      fit: 'exact',
      isSure: false,
      invoices: [
        { id: one.id, amount: '100.00' },
        { id: two.id, amount: '100.00' },
      ],
    });
    expect((await book(both, [one, '70.00'], [two, '130.00'])).status).toBe(200);
    expect(await invoice(one)).toMatchObject({ status: 'open', remaining: '30.00' });
    expect(await invoice(two)).toMatchObject({ status: 'paid', overpaid: '30.00' });
  });

  it('rejects an incomplete, excessive or repeated division', async () => {
    const paid = await openInvoice();
    const one = await only({ amount: '100.00', reference: paid.number });
    const rejected = async (...amounts: string[]) => {
      const parts = amounts.map((amount) => [paid, amount] as [typeof paid, string]);
      const { status, body } = await book(one, ...parts);
      expect(status).toBe(400);
      return body.issues?.[0]?.path;
    };
    expect(await rejected()).toBe('invoices');
    expect(await rejected('99.99')).toBe('invoices');
    expect(await rejected('100.01')).toBe('invoices');
    expect(await rejected('0')).toBe('invoices.0.amount');
    expect(await rejected('50.00', '50.00')).toBe('invoices');
    expect((await invoice(paid)).paid).toBe('0.00');
  });

  it('rejects another currency or an unknown invoice, and stores nothing', async () => {
    const paid = await openInvoice();
    const file = camtOf([unique({ amount: '100.00', reference: paid.number })], {
      currency: 'EUR',
    });
    const [euros] = await entriesOf((await send(file)).body.id);
    if (!euros) throw new Error('the entry was not stored');
    expect(euros.proposal).toBeNull();
    expect((await book(euros, [paid, '100.00'])).status).toBe(409);
    const one = await only({ amount: '100.00' });
    expect((await book(one, [paid, '50.00'], [{ id: 999_999 }, '50.00'])).status).toBe(404);
    expect((await invoice(paid)).paid).toBe('0.00');
    expect((await entry(one)).state).toBe('proposed');
  });

  it('ignores an entry, and restores it', async () => {
    const one = await only({ amount: '5.00' });
    expect((await act(one, 'ignore')).body.state).toBe('ignored');
    expect((await act(one, 'ignore')).body.state).toBe('ignored');
    expect((await book(one, [{ id: 1 }, '5.00'])).status).toBe(409);
    expect((await act(one, 'undo')).body.state).toBe('proposed');
    expect((await act(one, 'undo')).body.state).toBe('proposed');
  });

  it('finds an entry by amount, bank reference and paid invoice', async () => {
    const one = await openInvoice();
    const reference = crypto.randomUUID();
    const entry = await only({ amount: '100.00', reference: one.number, bankReference: reference });
    await book(entry, [one, '100.00']);
    const idsOf = async (search: string) => {
      const { rows } = await app.services.admin.bank.entries({ search, pageSize: 100 });
      return rows.map(({ id }) => id);
    };
    for (const search of ['100,00', reference, one.number]) {
      expect(await idsOf(search)).toContain(entry.id);
    }
    expect(await idsOf('100.01')).not.toContain(entry.id);
  });

  it('keeps the text of a debit only if it may be a return', async () => {
    const wages = { amount: '2417.11', isDebit: true, name: 'Ada Byron', reference: 'Wages' };
    expect(await only(wages)).toMatchObject({
      name: '',
      iban: '',
      reference: '',
      amount: '2417.11',
    });
    await only({ amount: '318.27', name: 'A client' });
    const back = { amount: '318.27', isDebit: true, name: 'A client', reference: 'Refused' };
    expect(await only(back)).toMatchObject({ name: 'A client', reference: 'Refused' });
  });

  it('undoes a booking: reverses its payments, and the entry must be matched again', async () => {
    const [one, two] = [await openInvoice(), await openInvoice()];
    const both = await only({ amount: '200.00', reference: `${one.number} ${two.number}` });
    await book(both, [one, '100.00'], [two, '100.00']);
    const { status, body } = await act(both, 'undo');
    expect([status, body.state, body.left]).toEqual([200, 'proposed', '200.00']);
    expect(await invoice(one)).toMatchObject({ status: 'open', payments: [{ isReversed: true }] });
    expect(await mailsAbout(two, 'Correction: no payment')).toHaveLength(1);
    expect((await book(both, [one, '100.00'], [two, '100.00'])).status).toBe(200);
  });

  it('lists the remaining part after a payment is reversed at its invoice', async () => {
    const [one, two] = [await openInvoice(), await openInvoice()];
    const both = await only({ amount: '200.00', reference: `${one.number} ${two.number}` });
    await book(both, [one, '100.00'], [two, '100.00']);
    const [payment] = (await invoice(one)).payments;
    const path = `/api/admin/invoices/${one.id}/payments/${payment?.id}`;
    expect((await ask('DELETE', path)).status).toBe(200);
    const waiting = await entry(both);
    expect(waiting).toMatchObject({
      state: 'proposed',
      left: '100.00',
      payments: [{ id: two.id }],
    });
    expect((await act(waiting, 'ignore')).status).toBe(409);
    expect((await book(waiting, [one, '100.00'])).status).toBe(200);
    expect((await entry(both)).payments).toHaveLength(2);
    // A payment that was reversed no longer belongs to the entry.
    expect((await ask('DELETE', path)).status).toBe(200);
    expect((await entry(both)).state).toBe('booked');
  });
});

describe('two admins at once', () => {
  it('book an entry once', async () => {
    const paid = await openInvoice();
    const one = await only({ amount: '100.00', reference: paid.number });
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(one, [paid, '100.00'])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await invoice(paid)).payments).toHaveLength(1);
  });

  it('import the same file once', async () => {
    const file = camtOf([unique({ amount: '7.00' }), unique({ amount: '8.00' })]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(file)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ body }) => body.new).sort()).toEqual([0, 0, 0, 2]);
  });

  it('book entries for the same invoices in different orders, and reverse them, without a deadlock', async () => {
    const [one, two] = [await openInvoice(), await openInvoice()];
    const entries = await imported(
      { amount: '20.00', name: 'A' },
      { amount: '20.00', name: 'B' },
      { amount: '20.00', name: 'C' },
    );
    const answers = await Promise.all(
      entries.map((each, at) =>
        at % 2
          ? book(each, [one, '10.00'], [two, '10.00'])
          : book(each, [two, '10.00'], [one, '10.00']),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const payments = (await invoice(one)).payments;
    const undone = await Promise.all([
      ...entries.map((each) => act(each, 'undo')),
      ...payments.map(({ id }) => ask('DELETE', `/api/admin/invoices/${one.id}/payments/${id}`)),
    ]);
    expect(undone.every(({ status }) => status === 200)).toBe(true);
    expect((await invoice(one)).paid).toBe('0.00');
    expect((await invoice(two)).paid).toBe('0.00');
    for (const each of entries) expect(await entry(each)).toMatchObject({ state: 'proposed' });
  });
});

describe('a match that is certain', () => {
  beforeEach(() => setBooksSure(true));
  afterEach(() => setBooksSure(false));

  it('is booked automatically only if the setting allows it', async () => {
    const [one, two] = [await openInvoice(), await openInvoice()];
    await setBooksSure(false);
    expect((await only({ amount: '100.00', reference: one.number })).state).toBe('proposed');
    await setBooksSure(true);
    const { body } = await send(
      camtOf([
        unique({ amount: '100.00', reference: two.number }),
        unique({ amount: '99.00', reference: one.number }),
        unique({ amount: '100.00', reference: `${one.number} ${two.number}` }),
        unique({ amount: '1.00', isDebit: true }),
      ]),
    );
    expect(body).toMatchObject({ entries: 4, new: 4, booked: 1, proposed: 2, alreadyKnown: 0 });
    expect((await invoice(two)).status).toBe('paid');
    expect((await invoice(one)).paid).toBe('0.00');
    const [by] = await app.sql`
        select actor_name from audit_log where action = 'invoice.payment_recorded' and about = ${`invoice:${two.id}`}`;
    expect(by?.actor_name).toBe('Tobias Lindqvist');
  });

  it('is not booked if other entries of the statement cancel it out', async () => {
    const paid = await openInvoice();
    const { body } = await send(
      [
        ...[':20:A', ':25:DE1', ':28C:1', ':60F:C261101EUR100,00'],
        ...[':61:261127C0,01NTRFNONREF', ':86:hello'],
        ...[`:61:261127C100,00NTRF${paid.number}`, ':61:261127D100,00NTRFNONREF'],
        ':62F:C261127EUR100,01',
      ].join('\n'),
    );
    expect(body).toMatchObject({ new: 3, booked: 0 });
    expect(body.notes.join()).toContain('lines 7, 8 could cancel each other out');
    expect((await invoice(paid)).paid).toBe('0.00');
  });

  it('is booked once if it occurs twice: an admin must match the second entry', async () => {
    const paid = await openInvoice();
    const same = { amount: '100.00', reference: paid.number };
    const { body } = await send(camtOf([unique(same), unique(same)]));
    expect(body).toMatchObject({ new: 2, booked: 1, proposed: 1 });
    expect((await invoice(paid)).payments).toHaveLength(1);
  });

  it('must be matched by an admin while a direct debit of its invoice is pending', async () => {
    const paid = await openInvoice();
    await app.sql`
      insert into payments (user_id, invoice_id, method, description, amount_cents, currency, status)
      select user_id, id, 'debit', 'Invoice', 10000, currency, 'pending' from invoices where id = ${paid.id}`;
    const one = await only({ amount: '100.00', reference: paid.number });
    expect(one).toMatchObject({ state: 'proposed', proposal: { isSure: true } });
  });

  it('must be matched by an admin if an entry of its file could not be read', async () => {
    const paid = await openInvoice();
    const day = new Date().toISOString().slice(2, 10).replaceAll('-', '');
    const lines = [
      ...[':20:A', ':25:DE02120300000000202051', ':28C:1', `:60F:C${day}USD0,00`],
      ...[`:61:${day}C100,00NTRFNONREF//${paid.number}`, `:86:${paid.number}`],
      ...[':61:hello', ':86:Fee', `:62F:C${day}USD99,00`],
    ];
    const { body } = await send(lines.join('\n'));
    expect(body).toMatchObject({ entries: 1, new: 1, booked: 0, proposed: 1 });
    expect((await invoice(paid)).paid).toBe('0.00');
  });

  it('is booked by the job if the import reached its time limit', async () => {
    const paid = await openInvoice();
    await setBooksSure(false);
    const one = await only({ amount: '100.00', reference: paid.number });
    await app.sql`update bank_entries set book_at_once = true where id = ${one.id}`;
    expect(await app.services.admin.bank.runJob()).toBe('Booked 1 entries of bank statements.');
    expect(await app.services.admin.bank.runJob()).toBe('');
    expect((await entry(one)).state).toBe('booked');
  });
});

describe('a returned payment', () => {
  async function returned(changes: Partial<WrittenEntry> = {}) {
    const paid = await openInvoice();
    const sides = { name: `Payer ${paid.id}`, iban: `GB00${paid.id}`, endToEndId: `E-${paid.id}` };
    const credit = await only({
      ...{ amount: '100.00', date: '2026-03-04', reference: paid.number, ...sides },
    });
    const { endToEndId: _, ...others } = sides;
    const debit = { amount: '100.00', date: '2026-03-20', isDebit: true, returned: 'AC04' };
    return { paid, credit, debit: await only({ ...debit, ...others, ...changes }) };
  }

  it('reopens its invoice with one click, and notifies client and agency', async () => {
    const { paid, credit, debit } = await returned();
    expect(debit).toMatchObject({ state: 'proposed', proposal: { canReopen: false } });
    expect((await act(debit, 'reopen')).status).toBe(409);
    await book(credit, [paid, '100.00']);
    expect(await entry(debit)).toMatchObject({
      returnReason: 'AC04',
      proposal: {
        by: 'return',
        returnsEntryId: credit.id,
        canReopen: true,
        invoices: [{ id: paid.id }],
      },
    });
    const { status, body } = await act(debit, 'reopen');
    expect([status, body.state]).toEqual([200, 'booked']);
    expect(body.payments).toMatchObject([{ number: paid.number, isReversed: true }]);
    expect(await invoice(paid)).toMatchObject({
      status: 'open',
      remaining: '100.00',
      payments: [{ isReversed: true, failure: 'It was returned by the bank.' }],
    });
    expect(await mailsAbout(paid, 'Returned payment')).toMatchObject([{ to: paid.email }]);
    expect(await mailsAbout(paid, 'returned by the bank')).toHaveLength(1);
    expect(await entry(credit)).toMatchObject({ state: 'booked', isReturned: true });
    expect((await act(credit, 'undo')).status).toBe(409);
  });

  it('is booked once by several admins at once, and a credit is returned once', async () => {
    const { paid, credit, debit } = await returned();
    await book(credit, [paid, '100.00']);
    const second = await only({
      ...{ amount: '100.00', date: '2026-03-22', isDebit: true, returned: 'AC04' },
      ...{ iban: `GB00${paid.id}`, endToEndId: `E-${paid.id}` },
    });
    const answers = await Promise.all(
      [debit, debit, second, second].map((one) => act(one, 'reopen')),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await mailsAbout(paid, 'Returned payment')).toHaveLength(1);
  });

  it('can be undone, which restores the payment', async () => {
    const { paid, credit, debit } = await returned();
    await book(credit, [paid, '100.00']);
    await act(debit, 'reopen');
    expect((await act(debit, 'undo')).body.state).toBe('proposed');
    expect(await invoice(paid)).toMatchObject({ status: 'paid', paid: '100.00' });
    expect(await entry(credit)).toMatchObject({ state: 'booked', isReturned: false });
    expect((await act(credit, 'undo')).status).toBe(200);
    expect(await invoice(paid)).toMatchObject({ status: 'open', paid: '0.00' });
  });

  it('can be undone after a partial refund, which remains deducted', async () => {
    const { paid, credit, debit } = await returned();
    await book(credit, [paid, '100.00']);
    const [payment] = (await invoice(paid)).payments;
    const { admin, invoices } = app.services;
    const { refundTransfer } = invoices.billing;
    await admin.payments.refund('system', payment?.id ?? 0, 3_000, refundTransfer);
    await act(debit, 'reopen');
    expect(await invoice(paid)).toMatchObject({ status: 'open', paid: '-30.00' });
    expect((await act(debit, 'undo')).status).toBe(200);
    expect(await invoice(paid)).toMatchObject({
      ...{ status: 'paid', paid: '70.00', credited: '30.00', overpaid: '0.00' },
    });
  });
});
