import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DocumentFile } from '~/server/features/documents/pdf/pdfs';
import { connect, createDatabase } from '~/server/platform/db/client';
import { startTestApp, type TestApp } from '~/testing/app';
import { textOfPdf } from '~/testing/pdf-text';
import { linkTo } from '~/testing/private-links';
import { salesOf } from '~/testing/sales';
import { startSmtp } from '~/testing/smtp';
import { type AttachedTo, createAttachments } from './attachments';

describe('an email about an invoice', () => {
  let app: TestApp;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  const { openInvoice } = salesOf(() => app);
  const arrived = async (to: string) => {
    const count = () => smtp.received.filter((mail) => mail.to.includes(to)).length;
    await expect.poll(count, { timeout: 30_000 }).toBe(1);
    return smtp.received.find((mail) => mail.to.includes(to))?.raw ?? '';
  };

  beforeAll(async () => {
    smtp = await startSmtp();
    app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  });
  afterAll(async () => {
    await app.close();
    await smtp.stop();
  });

  it('has the PDF as an attachment, although the outbox does not store it', async () => {
    const { email, number } = await openInvoice();
    const raw = await arrived(email);
    expect(raw).toContain(`filename="Invoice ${number}.pdf"`);
    // The text is %PDF- in base64.
    expect(raw).toContain('JVBERi0');
    const [row] = await app.sql`select * from mails where "to" = ${email}`;
    expect(JSON.stringify(row)).not.toContain('JVBERi0');
  });

  it('has no PDF if the agency has disabled attachments', async () => {
    const { settings } = app.services.admin;
    const value = { ...(await settings.getAll()).sales.value, attachPdf: false };
    await settings.update('system', { key: 'sales', value });
    const { email } = await openInvoice();
    expect(await arrived(email)).not.toContain('.pdf');
  });
});

describe('the attachments of an email', () => {
  let app: TestApp;
  let client: ReturnType<typeof connect>;
  const { openInvoice, newInvoice } = salesOf(() => app);
  beforeAll(async () => {
    app = await startTestApp();
    client = connect(app.databaseUrl, { max: 2 });
  });
  afterAll(async () => {
    await client.end({ timeout: 5 });
    await app.close();
  });

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
