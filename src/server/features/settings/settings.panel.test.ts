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

/** Texts of pages have a procedure of their own, which editors may call, too. */
const update = (change: { key: string; value: unknown; expectedUpdatedAt?: string | null }) =>
  ask<{ error?: { message: string; data: { issues?: object } } }>(
    'POST',
    `/api/trpc/admin.${pageTextKeys.some((key) => key === change.key) ? 'pageTexts' : 'settings'}.update`,
    change,
  );

describe('a setting', () => {
  it('shows on every page once it is saved', async () => {
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
    ['no name', { key: 'brand', value: { name: '' } }],
    [
      'a wrong address',
      { key: 'contact', value: { email: 'x', phone: '', address: [], hours: '' } },
    ],
    ['a script as a link', { key: 'social', value: [{ label: 'X', url: 'javascript:alert(1)' }] }],
    ['a currency of four letters', { key: 'currency', value: 'EURO' }],
    ['a period of 0', { key: 'retention', value: { usageDataMonths: 0 } }],
    [
      'a text that is too long',
      { key: 'hero', value: { title: 'x'.repeat(70_000), subtitle: '' } },
    ],
    ['a NUL', { key: 'hero', value: { title: 'a\u0000b', subtitle: '' } }],
  ])('rejects %s', async (_, change) => {
    expect((await update(change)).status).toBe(400);
  });
});

it('a setting for owners cannot be saved as the text of a page', async () => {
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
