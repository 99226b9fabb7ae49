import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect, createDatabase } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { createWords, type Email } from '~/server/platform/mail/mailer';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { invoiceEmails } from './emails';

const app = testApp();
let client: ReturnType<typeof connect>;
const { openInvoice, sentProposal } = salesOf(() => app);

beforeAll(async () => {
  client = connect(app.databaseUrl, { max: 2 });
});
afterAll(() => client.end({ timeout: 5 }));

const mailsAbout = (about: string) =>
  app.sql`select kind, subject, text from mails where about = ${about} order by id`;

describe('an email about an invoice', () => {
  it.each([
    [{ online: true, transfer: true }, 'You can pay it online or by transfer'],
    [{ online: true, transfer: false }, 'You can pay it online, without'],
    [
      { online: false, transfer: true },
      'You can pay it by bank transfer. The bank details are on the invoice',
    ],
    [{ online: false, transfer: false }, 'You can view it without an account'],
  ])('lists the available ways to pay: %j', async (ways, words) => {
    const { id } = await openInvoice();
    const db = createDatabase(client);
    const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
    if (!row) throw new Error('no invoice');
    const written: Email[] = [];
    const mailer = {
      write: async (_: unknown, email: Email) => void written.push(email),
      words: createWords({}, 'Kestrel'),
      name: 'Kestrel',
      publicUrl: '',
      answerWithin: '',
      agencyEmail: 'hello@kestrel.example',
    };
    const addressOf = async () => ({ to: '', url: '', linkNonce: '' });
    await db.transaction((tx) => invoiceEmails(mailer, ways, addressOf).issued(tx, row));
    const [text] = written.flatMap(({ parts }) => parts);
    expect(text).toEqual({
      kind: 'text',
      text: expect.stringContaining(`Hello Ada Byron,\n\nHere is your invoice. ${words}`),
    });
  });

  it('has number, amount and due date in its subject', async () => {
    const { id, number } = await openInvoice(undefined, { dueDate: '2199-12-07' });
    await app.services.admin.invoices.recordTransfer('system', {
      id,
      amount: '40.00',
      date: '2026-01-31',
    });
    await app.services.admin.invoices.remind('system', id);
    const mails = await mailsAbout(`invoice:${id}`);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Invoice ${number}, $100.00, due 7 December 2199`,
      `Payment of $40.00 received for invoice ${number}`,
      expect.stringMatching(new RegExp(`: Payment of \\$40\\.00 for ${number}$`)),
      `Reminder: invoice ${number}, $60.00, due 7 December 2199`,
    ]);
  });
});

it('an email about a proposal has its number and title in the subject, on one line', async () => {
  const { id, number } = await sentProposal(undefined, {
    title: `A site ${'for ferries '.repeat(11)}`,
  });
  const [mail] = await mailsAbout(`proposal:${id}`);
  expect(mail?.subject).toMatch(new RegExp(`^Proposal ${number}: A site for ferries `));
  expect(mail?.subject.length).toBeLessThanOrEqual(150);
  expect(mail?.text).toContain('\n\nHere is our proposal.');
});
