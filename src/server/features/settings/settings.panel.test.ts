import { describe, expect, it } from 'vitest';

import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { type AllPageTexts, pageTextKeys } from '~/contract/settings/settings-form-schema';
import type { PublicSettings } from '~/contract/settings/settings-schema';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

async function shown(): Promise<PublicSettings> {
  const response = await app.fetch('/api/trpc/settings.public');
  return ((await response.json()) as { result: { data: PublicSettings } }).result.data;
}

async function texts(): Promise<AllPageTexts> {
  const { body } = await ask<{ result: { data: AllPageTexts } }>(
    'GET',
    '/api/trpc/admin.pageTexts.get',
  );
  return body.result.data;
}

/** Texts of pages have a separate procedure, which editors may call as well. */
const update = (change: { key: string; value: unknown; expectedUpdatedAt?: string | null }) =>
  ask<{ error?: { message: string; data: { issues?: object } } }>(
    'POST',
    `/api/trpc/admin.${pageTextKeys.some((key) => key === change.key) ? 'pageTexts' : 'settings'}.update`,
    change,
  );

describe('a setting', () => {
  it('is shown on every page after it is saved', async () => {
    const { brand } = await shown();
    const { status } = await update({ key: 'brand', value: { ...brand, name: 'Osprey' } });
    expect(status).toBe(200);
    await expect.poll(async () => (await shown()).brand.name).toBe('Osprey');
  });

  it('rejects a save based on an outdated value', async () => {
    const { hero } = await texts();
    const change = (title: string) =>
      update({
        key: 'hero',
        value: { ...hero.value, title },
        expectedUpdatedAt: hero.updatedAt,
      });
    const answers = await Promise.all([change('One'), change('Two'), change('Three')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('falls back to the environment’s chat number when it is empty', async () => {
    await update({ key: 'whatsappNumber', value: '4420794609' });
    await expect.poll(async () => (await shown()).whatsappNumber).toBe('4420794609');
    await update({ key: 'whatsappNumber', value: null });
    await expect.poll(async () => (await shown()).whatsappNumber).toBe('15550100142');
  });

  it.each([
    ['an unknown key', { key: 'secret', value: 1 }],
    ['a script as a link', { key: 'social', value: [{ label: 'X', url: 'javascript:alert(1)' }] }],
    ['a currency of four letters', { key: 'currency', value: 'EURO' }],
    [
      'a text that is too long',
      { key: 'hero', value: { title: 'x'.repeat(70_000), subtitle: '' } },
    ],
    ['a NUL', { key: 'hero', value: { title: 'a\u0000b', subtitle: '' } }],
  ])('rejects %s', async (_, change) => {
    expect((await update(change)).status).toBe(400);
  });
});

it('a setting for owners cannot be saved as a page text', async () => {
  const { status } = await ask('POST', '/api/trpc/admin.pageTexts.update', {
    key: 'currency',
    value: 'EUR',
  });
  expect(status).toBe(400);
});

describe('retention', () => {
  it('deletes expired data, and nothing else', async () => {
    const old = await app.services.quotes.submit(quoteRequestSchema.parse(quoteRequest()));
    const young = await app.services.quotes.submit(quoteRequestSchema.parse(quoteRequest()));
    const letter = await app.services.messages.send(contactMessageSchema.parse(contactMessage()));
    await ask('POST', '/api/trpc/admin.quotes.addNote', { id: old.id, text: 'A note' });
    await ask('POST', '/api/trpc/admin.quotes.addNote', { id: young.id, text: 'A note' });
    await app.sql`update quotes set created_at = now() - interval '25 months' where id = ${old.id}`;
    await app.sql`update contact_messages set created_at = now() - interval '23 months' where id = ${letter.id}`;
    await update({
      key: 'retention',
      value: { usageDataMonths: 12, supportMonths: 24, privacyReplyDays: 30 },
    });
    const { body } = await ask<[{ result: { data: { result: string } } }]>(
      'POST',
      '/api/trpc/admin.settings.runRetention?batch=1',
      {},
    );
    expect(body[0].result.data.result).toBe('Deleted quotes: 1, notes: 1, mails: 2');
    const left = await app.sql`select id from quotes`;
    expect(left.map(({ id }) => id)).toEqual([young.id]);
    expect(await app.sql`select about from notes`).toEqual([{ about: `quote:${young.id}` }]);
    expect(await app.sql`select id from contact_messages`).toHaveLength(1);
  });
});

describe('changed email texts', () => {
  const words = {
    subject: 'Thanks, {{name}}',
    heading: 'Got it',
    text: 'Dear {{name}},\n\nwe answer within {{responseTime}}.',
  };
  const mailsTo = (email: string) =>
    app.sql<{ subject: string; text: string; html: string }[]>`
      select subject, text, html from mails where "to" = ${email} order by id`;

  it('are used in the next email, with its own details', async () => {
    const value = { quoteReceived: words };
    expect((await update({ key: 'emails', value })).status).toBe(200);
    const email = 'words@client.example';
    await app.postJson('/api/quotes', { ...quoteRequest(), email, name: 'Ada <b>Byron</b>' });
    await expect.poll(() => mailsTo(email)).toMatchObject([{ subject: expect.any(String) }]);
    const [mail] = await mailsTo(email);
    // The sender's email is unverified, so the email contains no submitted text.
    expect(mail?.subject).toBe('Thanks,');
    expect(mail?.text).toContain('Got it\n\nDear,\n\nwe answer within');
    expect(mail?.text).toContain('If you didn’t write to us');
  });

  it('are refused with a variable that the email does not have', async () => {
    const { status, body } = await update({
      key: 'emails',
      value: { quoteReceived: { ...words, text: 'Pay {{amount}}' } },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('There is no variable {{amount}} in this email');
  });

  it('can be previewed and sent to the admin before they are saved', async () => {
    const draft = { key: 'invoiceIssued', ...words, text: 'Dear {{name}}, <i>{{number}}</i>' };
    const preview = await ask<{ result: { data: { subject: string; html: string } } }>(
      'GET',
      `/api/trpc/admin.settings.previewEmail?input=${encodeURIComponent(JSON.stringify(draft))}`,
    );
    const { subject, html } = preview.body.result.data;
    expect(subject).toBe('Thanks, Maren Holt');
    expect(html).toContain('Dear Maren Holt, &lt;i&gt;INV-2027-0012&lt;/i&gt;');
    expect(html).toContain('$1,450.00');
    expect((await ask('POST', '/api/trpc/admin.settings.sendTestEmail', draft)).status).toBe(200);
    expect(await app.sql`select subject, html from mails where kind = 'email_test'`).toMatchObject([
      { subject: 'Test: Thanks, Maren Holt', html: html.replace(/<title>[^<]*/, '<title>Got it') },
    ]);
  });
});
