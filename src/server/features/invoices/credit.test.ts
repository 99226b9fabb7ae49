import { describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { openInvoice, newInvoice } = salesOf(() => app);

type Answer = AdminInvoice & { issues?: { path: string }[]; invoice: AdminInvoice; url: string };
const admin = (method: string, path: string, body?: unknown) =>
  ask<Answer>(method, `/api/admin/invoices${path}`, body);
const read = async (id: number) => (await admin('GET', `/${id}`)).body;

const today = () => new Date().toISOString().slice(0, 10);

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
