import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { BankEntry, ImportedStatement, TablePreview } from '~/contract/bank/bank-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { camtOf, statementForm, type WrittenEntry } from '~/testing/statements';

let app: TestApp;
let cookie: string;
let ask: ReturnType<typeof askerOf>;
const { openInvoice } = salesOf(() => app);

beforeAll(async () => {
  app = await startTestApp({ rateLimits: { uploadsOfAdmin: 1e6 } });
  cookie = await signInAdmin(app);
  ask = askerOf(app, cookie);
});
afterAll(() => app.close());

type Failure = { message: string; issues?: { path: string; message: string }[] };
type Imported = ImportedStatement & Failure;

async function send(content: string | Uint8Array<ArrayBuffer>, mapping?: object, end = '') {
  const response = await app.fetch(`/api/admin/bank-statements${end}`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: statementForm(content, mapping),
  });
  return { status: response.status, body: (await response.json()) as Imported };
}

let references = 0;
/** With a reference of the bank, unless one is given. */
const unique = (entry: WrittenEntry): WrittenEntry => {
  references += 1;
  return { bankReference: `R-${references}`, ...entry };
};

/** Imports entries. @returns them as they are stored */
async function imported(...given: WrittenEntry[]): Promise<BankEntry[]> {
  const { status, body } = await send(camtOf(given.map(unique)));
  expect([status, body.message]).toEqual([200, undefined]);
  return entriesOf(body.id);
}
async function only(entry: WrittenEntry): Promise<BankEntry> {
  const [row] = await imported(entry);
  if (!row) throw new Error('the entry was not stored');
  return row;
}

const entriesOf = async (statement: number) => {
  const path = `/api/admin/bank-statements/${statement}?sort=bookedOn`;
  return (await ask<{ page: { rows: BankEntry[] } }>('GET', path)).body.page.rows;
};
const entry = async (one: BankEntry) => {
  const found = (await entriesOf(one.statementId)).find(({ id }) => id === one.id);
  if (!found) throw new Error('the entry is gone');
  return found;
};
const act = (one: { id: number }, verb: string, body?: object) =>
  ask<BankEntry & Failure>('POST', `/api/admin/bank-entries/${one.id}/${verb}`, body ?? {});
const book = (one: { id: number }, ...parts: [{ id: number }, string][]) =>
  act(one, 'book', { invoices: parts.map(([{ id }, amount]) => ({ id, amount })) });
const invoice = async ({ id }: { id: number }) =>
  (await ask<AdminInvoice>('GET', `/api/admin/invoices/${id}`)).body;

const mailsAbout = ({ id }: { id: number }, subject: string) =>
  app.sql<{ to: string; subject: string }[]>`
    select "to", subject from mails where about = ${`invoice:${id}`} and subject like ${`%${subject}%`} order by id`;

const setBooksSure = (bookSureMatches: boolean) =>
  app.services.admin.settings.update('system', { key: 'bank', value: { bookSureMatches } });

describe('an entry', () => {
  it('proposes the invoice whose number it has, and is booked by one click', async () => {
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
      payments: [{ method: 'transfer', date: '2026-03-04', reference: `Thanks, ${paid.number}` }],
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

  it('is a part, and the next one the rest', async () => {
    const paid = await openInvoice();
    const [first, second] = await imported(
      { amount: '40.00', reference: paid.number },
      { amount: '60.00', reference: paid.number },
    );
    if (!first || !second) throw new Error('the entries were not stored');
    expect(first.proposal).toMatchObject({ fit: 'part' });
    expect((await book(first, [paid, '40.00'])).status).toBe(200);
    expect((await invoice(paid)).remaining).toBe('60.00');
    expect((await entry(second)).proposal).toMatchObject({ fit: 'exact', isSure: true });
  });

  it('of several invoices is divided, also otherwise than proposed', async () => {
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

  it('that is more than is owed is kept, and the client reads of it', async () => {
    const paid = await openInvoice();
    const one = await only({ amount: '130.00', reference: paid.number });
    expect(one.proposal).toMatchObject({ fit: 'over' });
    expect((await book(one, [paid, '130.00'])).status).toBe(200);
    expect(await invoice(paid)).toMatchObject({ status: 'paid', overpaid: '30.00' });
  });

  it.each([
    ['less than all of it', (id: number) => [{ id, amount: '99.99' }], 'invoices'],
    ['more than it', (id: number) => [{ id, amount: '100.01' }], 'invoices'],
    ['nothing', () => [], 'invoices'],
    ['a sum of 0', (id: number) => [{ id, amount: '0' }], 'invoices.0.amount'],
    [
      'an invoice twice',
      (id: number) => [
        { id, amount: '50.00' },
        { id, amount: '50.00' },
      ],
      'invoices',
    ],
  ])('is not divided into %s', async (_, parts, path) => {
    const paid = await openInvoice();
    const one = await only({ amount: '100.00', reference: paid.number });
    const { status, body } = await act(one, 'book', { invoices: parts(paid.id) });
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
    expect((await invoice(paid)).paid).toBe('0.00');
  });

  it('in another currency, for a draft or for no invoice is refused, and nothing of it is kept', async () => {
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

  it('is ignored, and waits again', async () => {
    const one = await only({ amount: '5.00' });
    expect((await act(one, 'ignore')).body.state).toBe('ignored');
    expect((await act(one, 'ignore')).body.state).toBe('ignored');
    expect((await book(one, [{ id: 1 }, '5.00'])).status).toBe(409);
    expect((await act(one, 'undo')).body.state).toBe('proposed');
    expect((await act(one, 'undo')).body.state).toBe('proposed');
  });

  it('that went out is no payment and does not wait', async () => {
    const one = await only({ amount: '5.00', isDebit: true, name: 'Stadtwerke' });
    expect(one).toMatchObject({ state: 'ignored', isCredit: false, proposal: null });
  });

  it('is taken back: its payments are reversed and it waits again', async () => {
    const [one, two] = [await openInvoice(), await openInvoice()];
    const both = await only({ amount: '200.00', reference: `${one.number} ${two.number}` });
    await book(both, [one, '100.00'], [two, '100.00']);
    const { status, body } = await act(both, 'undo');
    expect([status, body.state, body.left]).toEqual([200, 'proposed', '200.00']);
    expect(await invoice(one)).toMatchObject({ status: 'open', payments: [{ isReversed: true }] });
    expect(await mailsAbout(two, 'Correction: no payment')).toHaveLength(1);
    expect((await book(both, [one, '100.00'], [two, '100.00'])).status).toBe(200);
  });

  it('of which a payment is reversed at its invoice waits with that part', async () => {
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
    // What was reversed before is no payment of the entry any more.
    expect((await ask('DELETE', path)).status).toBe(200);
    expect((await entry(both)).state).toBe('booked');
  });
});

describe('two admins at once', () => {
  it('book once', async () => {
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

  it('book entries for the same invoices in another order, and reverse, without waiting for each other', async () => {
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

describe('a sure match', () => {
  it('is booked at once only where the setting says so', async () => {
    const [one, two] = [await openInvoice(), await openInvoice()];
    expect((await only({ amount: '100.00', reference: one.number })).state).toBe('proposed');
    await setBooksSure(true);
    try {
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
    } finally {
      await setBooksSure(false);
    }
  });

  it('twice is booked once: the second waits', async () => {
    const paid = await openInvoice();
    await setBooksSure(true);
    try {
      const same = { amount: '100.00', reference: paid.number };
      const { body } = await send(camtOf([unique(same), unique(same)]));
      expect(body).toMatchObject({ new: 2, booked: 1, proposed: 1 });
      expect((await invoice(paid)).payments).toHaveLength(1);
    } finally {
      await setBooksSure(false);
    }
  });

  it('that its import had no time for is booked by the job', async () => {
    const paid = await openInvoice();
    const one = await only({ amount: '100.00', reference: paid.number });
    await app.sql`update bank_entries set book_at_once = true where id = ${one.id}`;
    expect(await app.services.admin.bank.runJob()).toBe('Booked 1 entries of bank statements.');
    expect(await app.services.admin.bank.runJob()).toBe('');
    expect((await entry(one)).state).toBe('booked');
  });
});

describe('a return', () => {
  async function returned(changes: Partial<WrittenEntry> = {}) {
    const paid = await openInvoice();
    const sides = { name: `Payer ${paid.id}`, iban: `GB00${paid.id}`, endToEndId: `E-${paid.id}` };
    const credit = await only({ amount: '100.00', reference: paid.number, ...sides });
    const { endToEndId: _, ...others } = sides;
    const debit = { amount: '100.00', date: '2026-03-20', isDebit: true, returned: 'AC04' };
    return { paid, credit, debit: await only({ ...debit, ...others, ...changes }) };
  }

  it('reopens its invoice by one click, and the client and the agency are told', async () => {
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
    expect(await mailsAbout(paid, 'Returned by the bank')).toMatchObject([{ to: paid.email }]);
    expect(await mailsAbout(paid, 'returned by the bank')).toHaveLength(1);
    expect(await entry(credit)).toMatchObject({ state: 'booked', isReturned: true });
    expect((await act(credit, 'undo')).status).toBe(409);
  });

  it('is found by its id as well, without the word of the bank', async () => {
    const { credit, debit, paid } = await returned();
    await act(debit, 'ignore');
    const plain = await only({
      ...{ amount: '100.00', date: '2026-03-21', isDebit: true, endToEndId: `E-${paid.id}` },
    });
    expect(plain).toMatchObject({ state: 'proposed', proposal: { returnsEntryId: credit.id } });
  });

  it('is booked once by several admins at once, and one credit comes back once', async () => {
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
    expect(await mailsAbout(paid, 'Returned by the bank')).toHaveLength(1);
  });

  it('that was none is taken back, and the payment is there again', async () => {
    const { paid, credit, debit } = await returned();
    await book(credit, [paid, '100.00']);
    await act(debit, 'reopen');
    expect((await act(debit, 'undo')).body.state).toBe('proposed');
    expect(await invoice(paid)).toMatchObject({ status: 'paid', paid: '100.00' });
    expect(await entry(credit)).toMatchObject({ state: 'booked', isReturned: false });
    expect((await act(credit, 'undo')).status).toBe(200);
    expect(await invoice(paid)).toMatchObject({ status: 'open', paid: '0.00' });
  });
});

describe('the same statement', () => {
  it('again stores nothing, and one that overlaps what is new', async () => {
    const entries = Array.from({ length: 6 }, (_, at) => unique({ amount: `${at + 1}.00` }));
    const first = await send(camtOf(entries.slice(0, 4)));
    expect(first.body).toMatchObject({ entries: 4, new: 4, alreadyKnown: 0, proposed: 4 });
    const again = await send(camtOf(entries.slice(0, 4)));
    expect(again.body).toMatchObject({ id: first.body.id, new: 0, alreadyKnown: 4, proposed: 0 });
    const second = await send(camtOf(entries.slice(2)));
    expect(second.body).toMatchObject({ entries: 4, new: 2, alreadyKnown: 2 });
    const { body } = await ask<{ id: number; new: number; proposed: number }[]>(
      'GET',
      '/api/admin/bank-statements',
    );
    expect(body.slice(0, 2)).toMatchObject([
      { id: second.body.id, new: 2, proposed: 2 },
      { id: first.body.id, new: 4, proposed: 4 },
    ]);
  });

  it('keeps two equal payments of one day without a reference, and both once', async () => {
    const same = { amount: '3.33', bankReference: '', name: 'Twins', date: '2026-05-05' };
    expect((await send(camtOf([same, same]))).body).toMatchObject({ new: 2 });
    const longer = camtOf([same, same, { ...same, amount: '4.44' }]);
    expect((await send(longer)).body).toMatchObject({ new: 1, alreadyKnown: 2 });
  });
});

describe('a table', () => {
  const rows = (account: string) =>
    `Date;Payer;Text;Sum;${account}\n01.03.2026;Ada Byron;INV;1.234,50;x\n02.03.2026;Shop;Pens;-5,00;x`;

  it('is shown, asks for its columns, and keeps them for its account', async () => {
    const table = rows('Of one bank');
    const asked = await send(table);
    expect([asked.status, asked.body.issues?.[0]?.path]).toEqual([400, 'mapping']);
    const { body } = (await send(table, undefined, '/preview')) as unknown as {
      body: { table: TablePreview };
    };
    expect(body.table.columns).toEqual(['Date', 'Payer', 'Text', 'Sum', 'Of one bank']);
    expect(body.table.rows[0]).toEqual(['01.03.2026', 'Ada Byron', 'INV', '1.234,50', 'x']);
    expect(body.table.guess).toMatchObject({ date: 0, name: 1, amount: null, headerLine: 1 });
    const mapping = { ...body.table.guess, amount: 3, reference: [2], account: 'de 12 3' };
    const stored = await send(table, mapping);
    expect(stored.body).toMatchObject({ entries: 2, new: 2, proposed: 1 });
    expect(await entriesOf(stored.body.id)).toMatchObject([
      { account: 'DE123', amount: '1234.50', currency: 'USD', name: 'Ada Byron', isCredit: true },
      { amount: '5.00', isCredit: false, state: 'ignored' },
    ]);
    const next = await send(`${table}\n03.03.2026;Ada;More;1,00;x`);
    expect(next.body).toMatchObject({ entries: 3, new: 1, alreadyKnown: 2 });
  });

  it('of two accounts with the same columns asks whose it is', async () => {
    const table = rows('Of two accounts');
    const guess = { date: 0, amount: 3, delimiter: ';', headerLine: 1, dateOrder: 'dmy' };
    const mapping = { ...guess, decimal: ',', currency: 'USD' };
    expect((await send(table, { ...mapping, account: 'A1' })).status).toBe(200);
    expect((await send(`${table}\n`)).status).toBe(200);
    expect((await send(table, { ...mapping, account: 'A2' })).status).toBe(200);
    expect((await send(`${table}\n\n`)).body.issues?.[0]?.path).toBe('mapping');
  });

  it.each([
    [{ date: 0, amount: 3 }, 'mapping.account'],
    [{ account: 'A', date: 0, amount: 0, currency: 'EURO' }, 'mapping.currency'],
    ['no JSON of a mapping', 'mapping'],
  ])('with a wrong mapping %j is refused at its field', async (mapping, path) => {
    const { status, body } = await send(rows('Wrong'), mapping as object);
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });
});

describe('a request', () => {
  it.each([
    ['is no form', { 'Content-Type': 'application/xml' }, '<a/>', 415],
    ['is a form without an end', { 'Content-Type': 'multipart/form-data; boundary=b' }, '--b', 400],
    ['has no boundary', { 'Content-Type': 'multipart/form-data' }, 'x', 400],
  ])('that %s is refused', async (_, headers, body, status) => {
    const response = await app.fetch('/api/admin/bank-statements', {
      method: 'POST',
      headers: { Cookie: cookie, ...headers },
      body,
    });
    expect(response.status).toBe(status);
  });

  it('with a file that is too large, or no statement, is refused with one sentence', async () => {
    expect((await send(new Uint8Array(10_000_001))).status).toBe(413);
    const { status, body } = await send('%PDF-1.4');
    expect([status, body.message]).toEqual([400, expect.stringContaining('This is a PDF')]);
    expect(body.issues?.[0]?.path).toBe('file');
  });

  it('is for those who may change invoices alone', async () => {
    const visitor = await app.fetch('/api/admin/bank-statements', {
      method: 'POST',
      body: statementForm(camtOf([])),
    });
    expect(visitor.status).toBe(401);
  });
});

it('an entry is deleted when accounting no longer needs it, and its payment stays', async () => {
  const paid = await openInvoice();
  const [old, kept] = await imported(
    { amount: '100.00', reference: paid.number, date: '2010-12-31' },
    { amount: '6.00', date: '2026-05-01' },
  );
  if (!old || !kept) throw new Error('the entries were not stored');
  await book(old, [paid, '100.00']);
  await app.services.jobs.runNow('retention');
  expect((await entriesOf(old.statementId)).map(({ id }) => id)).toEqual([kept.id]);
  expect((await invoice(paid)).status).toBe('paid');
});

it('10,000 entries are stored in a time that grows with their number, with memory that stays small', async () => {
  const file = (count: number) =>
    camtOf(
      Array.from({ length: count }, (_, at) => ({
        ...{ amount: `${at + 1}.00`, bankReference: `MANY-${count}-${at}`, date: '2026-06-01' },
        ...{ name: `Client ${at}`, reference: `Invoice INV-2020-${at}` },
      })),
    );
  const timed = async (count: number) => {
    const start = performance.now();
    expect((await send(file(count))).body).toMatchObject({ entries: count, new: count });
    return performance.now() - start;
  };
  const heap = () => process.memoryUsage().heapUsed / 1024 / 1024;
  const before = heap();
  const small = await timed(1_000);
  // Ten times as many: a square would take a hundred times as long.
  expect(await timed(10_000)).toBeLessThan(Math.max(small, 100) * 50);
  // With the file itself, which the test holds, and what is collected later.
  expect(heap() - before).toBeLessThan(300);
}, 60_000);
