import { beforeAll, describe, expect, it } from 'vitest';

import type { TablePreview } from '~/contract/bank/bank-schema';
import { testApp } from '~/testing/app';
import { bankOf } from '~/testing/bank';
import { salesOf } from '~/testing/sales';
import { signInAdmin } from '~/testing/sign-in';
import { camtOf, statementForm } from '~/testing/statements';

const app = testApp({ rateLimits: { uploadsOfAdmin: 1e6 } });
let cookie: string;
const { openInvoice } = salesOf(() => app);
const { ask, act, send, unique, entriesOf, imported, book, invoice } = bankOf(
  () => app,
  () => cookie,
);

beforeAll(async () => {
  cookie = await signInAdmin(app);
});

it('importing a statement again stores no entry twice, and an overlapping statement adds only new entries', async () => {
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

it('a corrected statement adds missing data to an entry', async () => {
  const paid = await openInvoice();
  const reference = { amount: '100.00', bankReference: 'CORRECTED-1' };
  const first = await send(camtOf([reference]));
  const right = { ...reference, name: 'Ada Byron', reference: `For ${paid.number}` };
  expect((await send(camtOf([right]))).body).toMatchObject({ new: 0, alreadyKnown: 1 });
  const [entry] = await entriesOf(first.body.id);
  expect(entry).toMatchObject({ name: 'Ada Byron', proposal: { isSure: true } });
  if (!entry) throw new Error('the entry was not stored');
  await book(entry, [paid, '100.00']);
  await send(camtOf([{ ...right, name: 'Somebody Else' }]));
  expect(await entriesOf(first.body.id)).toMatchObject([{ name: 'Ada Byron', state: 'booked' }]);
});

it('an import keeps all decimals of a currency with three decimals', async () => {
  const { body } = await send(camtOf([unique({ amount: '12.345' })], { currency: 'KWD' }));
  const [entry] = await entriesOf(body.id);
  expect(entry).toMatchObject({ amount: '12.345', currency: 'KWD', left: '12.345' });
});

describe('an imported file', () => {
  const remove = (id: number) =>
    ask<{ message: string }>('DELETE', `/api/admin/bank-statements/${id}`);

  it('is removed with its entries, and restored when it is imported again', async () => {
    const paid = await openInvoice();
    const content = camtOf([
      unique({ amount: '100.00', reference: paid.number }),
      unique({ amount: '7.00' }),
    ]);
    const { body } = await send(content);
    const [entry] = (await entriesOf(body.id)).filter(({ amount }) => amount === '100.00');
    if (!entry) throw new Error('the entry was not stored');
    await book(entry, [paid, '100.00']);
    const refused = await remove(body.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'One entry of it is booked. Please undo that first',
    ]);
    await act(entry, 'undo');
    const answers = await Promise.all([remove(body.id), remove(body.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const [left] = await app.sql`
      select count(*)::int from bank_entries where statement_id = ${body.id}`;
    expect(left?.count).toBe(0);
    const [logged] = await app.sql`
      select action, before from audit_log where about = ${`bank_statement:${body.id}`} order by id desc limit 1`;
    expect(logged).toMatchObject({
      action: 'bank_statement.removed',
      before: { entries: 2, accounts: [expect.any(String)], sha256: expect.any(String) },
    });
    expect((await send(content)).body).toMatchObject({ entries: 2, new: 2, proposed: 2 });
  });

  it('is removed during concurrent bookings without a deadlock or a lost payment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [await openInvoice(), await openInvoice()];
      const [first, second] = await imported(
        { amount: '100.00', reference: one.number },
        { amount: '100.00', reference: two.number },
      );
      if (!first || !second) throw new Error('the entries were not stored');
      const answers = await Promise.all([
        book(second, [two, '100.00']),
        remove(first.statementId),
        book(first, [one, '100.00']),
        remove(first.statementId),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      const [lost] = await app.sql`
        select count(*)::int from payments where invoice_id in (${one.id}, ${two.id})
          and id not in (select payment_id from bank_bookings)`;
      expect(lost?.count).toBe(0);
    }
  });
});

describe('a table', () => {
  async function previewOf(file: string, mapping?: object): Promise<TablePreview> {
    const { body } = await send(file, mapping, '/preview');
    return (body as unknown as { table: TablePreview }).table;
  }
  const rows = (account: string) =>
    `Date;Payer;Text;Sum;${account}\n01.03.2026;Ada Byron;INV;1.234,50;x\n02.03.2026;Shop;Pens;-5,00;x`;

  it('asks for the meaning of its columns once, and reads later tables with the same columns', async () => {
    const table = rows('Of one bank');
    const asked = await send(table);
    expect([asked.status, asked.body.issues?.[0]?.path]).toEqual([400, 'mapping']);
    const shown = await previewOf(table);
    expect(shown.columns).toEqual(['Date', 'Payer', 'Text', 'Sum', 'Of one bank']);
    expect(shown.rows[0]).toEqual(['01.03.2026', 'Ada Byron', 'INV', '1.234,50', 'x']);
    expect(shown.guess).toMatchObject({ date: 0, name: 1, amount: null, headerLine: 1 });
    const mapping = { ...shown.guess, amount: 3, reference: [2], account: 'de 12 3' };
    const stored = await send(table, mapping);
    expect(stored.body).toMatchObject({ entries: 2, new: 2, proposed: 1 });
    expect(await entriesOf(stored.body.id)).toMatchObject([
      { account: 'DE123', amount: '1234.50', currency: 'USD', name: 'Ada Byron', isCredit: true },
      { amount: '5.00', isCredit: false, state: 'ignored' },
    ]);
    const next = await send(`${table}\n03.03.2026;Ada;More;1,00;x`);
    expect(next.body).toMatchObject({ entries: 3, new: 1, alreadyKnown: 2 });
  });

  it('asks for the mapping again if it names another account, but not if only its delimiter differs', async () => {
    const file = (account: string, sign = ';') =>
      `Konto;${account}\n\nPosted;Details;Total sum\n2026-03-01;Deposit;1,50`.replaceAll(';', sign);
    const guessOf = async (content: string) => {
      const { body } = await send(content, undefined, '/preview');
      return (body as unknown as { table: TablePreview }).table.guess;
    };
    const [first, second] = ['DE02120300000000202051', 'DE12500105170648489890'];
    const mapping = { ...(await guessOf(file(first))), date: 0, amount: 2, direction: null };
    expect((await send(file(first), mapping)).body).toMatchObject({ new: 1 });
    expect((await send(file(second))).body.issues?.[0]?.path).toBe('mapping');
    expect(await guessOf(file(second))).toMatchObject({ account: second });
    expect((await send(file(first, '\t'))).body).toMatchObject({ new: 0, alreadyKnown: 1 });
  });

  it('asks for the meaning of a direction word that is new for its account', async () => {
    const file = (word: string) =>
      `Date,Text,Sum,Plinth\n2026-03-01,x,12.50,Zufluss\n2026-03-02,x,5.00,${word}`;
    const { guess } = await previewOf(file('Abfluss'));
    const directionWords = { Zufluss: 'in', Abfluss: 'out' };
    const chosen = { ...guess, amount: 2, account: 'WORDS', direction: 3 };
    expect((await send(file('Abfluss'), { ...chosen, directionWords })).body).toMatchObject({
      ...{ new: 2, notes: [] },
    });
    expect((await send(file('Rückfluss'))).body.issues).toEqual([
      {
        path: 'mapping.direction',
        message: 'Line 3 is not imported: “Rückfluss” does not say whether money came in.',
      },
    ]);
    const again = { ...chosen, directionWords: { ...directionWords, Rückfluss: 'in' } };
    expect((await send(file('Rückfluss'), again)).body).toMatchObject({ new: 1 });
    expect((await send(file('Rückfluss'))).body).toMatchObject({
      ...{ new: 0, notes: [expect.stringContaining('does not name its account')] },
    });
  });

  it('asks for the meaning of a booking state that is new for its account', async () => {
    const file = (state: string) =>
      `Date,Text,Amount,Status\n2026-03-01,x,12.50,Booked\n2026-03-02,x,5.00,${state}`;
    const { guess } = await previewOf(file('Booked'));
    const chosen = { ...guess, account: 'STATES', direction: null };
    expect((await send(file('Booked'), chosen)).body).toMatchObject({ new: 2, notes: [] });
    expect((await send(file('Zebra'))).body.issues).toEqual([
      {
        path: 'mapping.state',
        message: 'Line 3 is not imported: “Zebra” does not say whether the entry is booked.',
      },
    ]);
    const stateWords = { Zebra: 'unbooked' };
    expect((await send(file('Zebra'), { ...chosen, stateWords })).body.notes).toEqual([
      'Left out: 1 entry, not booked (“Zebra”).',
    ]);
    expect((await send(file('Zebra'))).status).toBe(200);
  });

  it('asks for the day-month order if it is ambiguous, even if earlier tables showed it', async () => {
    const file = (dates: string[]) =>
      `Date,Text,Sum,Open order\n${dates.map((date) => `${date},x,"1,234.50",x`).join('\n')}`;
    const asked = await send(file(['09/04/2026']));
    expect(asked.body.issues?.[0]?.path).toBe('mapping');
    const { guess } = await previewOf(file(['09/25/2026']));
    const mapping = { ...guess, amount: 2, account: 'OPEN' };
    expect(mapping).toMatchObject({ dateOrder: 'mdy' });
    expect((await send(file(['09/25/2026']), mapping)).status).toBe(200);
    // The first file's dates showed their order, so no choice was stored for the next file.
    const next = await send(file(['09/04/2026']));
    expect(next.body.issues?.[0]).toMatchObject({ path: 'mapping.dateOrder' });
    const chosen = { ...mapping, dateOrder: 'dmy' };
    expect((await send(file(['09/04/2026']), chosen)).status).toBe(200);
    expect((await send(file(['10/04/2026']))).status).toBe(200);
    expect((await send(file(['09/25/2026', '10/04/2026']))).body.issues?.[0]?.path).toBe(
      'mapping.dateOrder',
    );
  });

  it('is shown as read with the chosen columns', async () => {
    const file = 'When;Sum;As read\n03.11.2026;1.234,50;x\n04.11.2026;-5,00;x\nsoon;7,00;x';
    const mapping = { account: 'X', currency: 'EUR', delimiter: ';', headerLine: 1 };
    const shown = await previewOf(file, { ...mapping, date: 0, amount: 1 });
    expect(shown.read).toMatchObject({
      entries: 2,
      rows: [
        { line: 2, bookedOn: '2026-11-03', amount: '1234.50', isCredit: true, problem: '' },
        { line: 3, bookedOn: '2026-11-04', amount: '5.00', isCredit: false, problem: '' },
        { line: 4, problem: '“soon” is not a date' },
      ],
    });
    const wrong = await send(file, { ...mapping, date: 0 }, '/preview');
    expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'mapping.amount']);
  });

  it('that is imported again with another mapping replaces its entries, unless one is booked', async () => {
    const paid = await openInvoice();
    const file = `Date,Text,Sum,Wrong\n04/09/2026,${paid.number},100.00,x\n05/09/2026,Other,-7.00,x`;
    const mapping = {
      ...{ account: 'WRONG', currency: 'USD', delimiter: ',', headerLine: 1 },
      ...{ date: 0, amount: 2, reference: [1] },
    };
    const first = await send(file, { ...mapping, dateOrder: 'mdy' });
    const early = await entriesOf(first.body.id);
    expect(early.map(({ bookedOn }) => bookedOn).sort()).toEqual(['2026-04-09', '2026-05-09']);
    const again = await send(file, { ...mapping, dateOrder: 'dmy' });
    expect(again.body).toMatchObject({ id: first.body.id, entries: 2, new: 2, alreadyKnown: 0 });
    const entries = await entriesOf(first.body.id);
    expect(entries.map(({ bookedOn }) => bookedOn).sort()).toEqual(['2026-09-04', '2026-09-05']);
    const [entry] = entries.filter(({ amount }) => amount === '100.00');
    if (!entry) throw new Error('the entry was not stored');
    await book(entry, [paid, '100.00']);
    const refused = await send(file, { ...mapping, dateOrder: 'mdy' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This file was imported with other values, and one entry of it is booked. Please undo that first',
    ]);
    expect(await entriesOf(first.body.id)).toHaveLength(2);
  });

  it('asks for the account if two accounts have the same columns', async () => {
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
  ])('with the invalid mapping %j is rejected at its field', async (mapping, path) => {
    const { status, body } = await send(rows('Wrong'), mapping as object);
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });
});

describe('the import request', () => {
  it.each([
    ['is not a form', { 'Content-Type': 'application/xml' }, '<a/>', 415],
    ['is a truncated form', { 'Content-Type': 'multipart/form-data; boundary=b' }, '--b', 400],
    ['has no boundary', { 'Content-Type': 'multipart/form-data' }, 'x', 400],
  ])('is rejected if it %s', async (_, headers, body, status) => {
    const response = await app.fetch('/api/admin/bank-statements', {
      method: 'POST',
      headers: { Cookie: cookie, ...headers },
      body,
    });
    expect(response.status).toBe(status);
  });

  it('is rejected with one sentence for a file that is too large or not a statement', async () => {
    expect((await send(new Uint8Array(10_000_001))).status).toBe(413);
    const { status, body } = await send('%PDF-1.4');
    expect([status, body.message]).toEqual([400, expect.stringContaining('This is a PDF')]);
    expect(body.issues?.[0]?.path).toBe('file');
  });

  it('requires the permission to change invoices', async () => {
    const visitor = await app.fetch('/api/admin/bank-statements', {
      method: 'POST',
      body: statementForm(camtOf([])),
    });
    expect(visitor.status).toBe(401);
  });
});

it('an entry is deleted when accounting no longer needs it, and its payment is kept', async () => {
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
