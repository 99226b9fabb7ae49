import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DocumentFile } from '~/server/features/documents/pdf/pdfs';
import { connect, createDatabase } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { createWords, type Email } from '~/server/platform/mail/mailer';
import { startTestApp, type TestApp, testApp } from '~/testing/app';
import { textOfPdf } from '~/testing/pdf-text';
import { linkTo } from '~/testing/private-links';
import { salesOf } from '~/testing/sales';
import { startSmtp } from '~/testing/smtp';
import { type AttachedTo, createAttachments } from './attachments';
import { invoiceEmails } from './emails';

const app = testApp();
let client: ReturnType<typeof connect>;
const { newInvoice, openInvoice, sentProposal } = salesOf(() => app);

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

describe('a sent email about an invoice', () => {
  let product: TestApp;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  const { openInvoice } = salesOf(() => product);
  const arrived = async (to: string) => {
    const count = () => smtp.received.filter((mail) => mail.to.includes(to)).length;
    await expect.poll(count, { timeout: 30_000 }).toBe(1);
    return smtp.received.find((mail) => mail.to.includes(to))?.raw ?? '';
  };

  beforeAll(async () => {
    smtp = await startSmtp();
    product = await startTestApp({ env: { SMTP_URL: smtp.url } });
  });
  afterAll(async () => {
    await product.close();
    await smtp.stop();
  });

  it('has the PDF as an attachment, although the outbox does not store it', async () => {
    const { email, number } = await openInvoice();
    const raw = await arrived(email);
    expect(raw).toContain(`filename="Invoice ${number}.pdf"`);
    // The text is %PDF- in base64.
    expect(raw).toContain('JVBERi0');
    const [row] = await product.sql`select * from mails where "to" = ${email}`;
    expect(JSON.stringify(row)).not.toContain('JVBERi0');
  });

  it('has no PDF if the agency has disabled attachments', async () => {
    const { settings } = product.services.admin;
    const value = { ...(await settings.getAll()).sales.value, attachPdf: false };
    await settings.update('system', { key: 'sales', value });
    const { email } = await openInvoice();
    expect(await arrived(email)).not.toContain('.pdf');
  });
});

describe('the attachments of an email', () => {
  const failures: string[] = [];
  const attach = (pdfOf: () => Promise<DocumentFile>, patienceMs = 20_000) =>
    createAttachments(createDatabase(client), {
      getSales: async () => ({ attachPdf: true }),
      pdfOf,
      onFailure: (about) => failures.push(about),
      patienceMs,
    });
  const drawn = async () => ({
    name: 'Invoice.pdf',
    bytes: Buffer.from('%PDF-'),
    type: 'application/pdf' as const,
  });

  it.each([
    ['a reminder', 'invoice_reminder' as const, 1],
    ['a receipt', 'payment_received' as const, 0],
  ])('are for %s', async (_, kind, files) => {
    const { id } = await openInvoice();
    expect(await attach(drawn)({ kind, about: `invoice:${id}`, linkNonce: null })).toHaveLength(
      files,
    );
  });

  it('name the link of the email, but not the one that replaced it', async () => {
    const { id, email } = await openInvoice();
    const [mail] =
      await app.sql`select kind, about, link_nonce as "linkNonce" from mails where "to" = ${email}`;
    const linkIn = async () => {
      const [file] = await app.services.invoices.attachmentsOf(mail as AttachedTo);
      return /invoices\/ ?\w+/.exec(await textOfPdf(file?.content ?? Buffer.of()))?.[0];
    };
    expect(await linkIn()).toBeDefined();
    await app.sql`delete from document_links where about = ${`invoice:${id}`}`;
    await linkTo(app, 'invoice', id);
    expect(await linkIn()).toBeUndefined();
  });

  it('are empty for a draft, and for a deleted invoice', async () => {
    const { id } = await newInvoice();
    for (const about of [`invoice:${id}`, 'invoice:2000000000', 'proposal:1', '']) {
      expect(await attach(drawn)({ kind: 'invoice_issued', about, linkNonce: null })).toEqual([]);
    }
  });

  it('are empty if the document fails or times out', async () => {
    const { id } = await openInvoice();
    const mail = { kind: 'invoice_issued' as const, about: `invoice:${id}`, linkNonce: null };
    failures.length = 0;
    const broken = attach(() => Promise.reject(new Error('no font')));
    const endless = attach(() => new Promise(() => {}), 50);
    expect(await broken(mail)).toEqual([]);
    expect(await endless(mail)).toEqual([]);
    expect(failures).toEqual([mail.about, mail.about]);
  });
});
