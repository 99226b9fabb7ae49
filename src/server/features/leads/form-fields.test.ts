import { beforeEach, describe, expect, it } from 'vitest';

import type { FormFieldSettings } from '~/contract/leads/form-fields-setting-schema';
import { neutralSettings } from '~/server/features/settings/default-settings';
import { testApp } from '~/testing/app';
import { readHtml } from '~/testing/html';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp({ rateLimits: { quoteForm: 1e6, contactForm: 1e6 } });
const asAdmin = askerOf(app, () => signInAdmin(app));

beforeEach(() => set({}));

async function set(changes: Partial<FormFieldSettings>) {
  const value = { ...neutralSettings.formFields, ...changes };
  const saved = await asAdmin('POST', '/api/trpc/admin.settings.update', {
    key: 'formFields',
    value,
  });
  expect(saved.status).toBe(200);
}

async function issuesOf(path: string, body: unknown) {
  const response = await app.postJson(path, body);
  const { issues } = (await response.json()) as { issues?: { path: string; message: string }[] };
  return [response.status, ...(issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)];
}

const quote = (changes: object = {}) => ({ ...quoteRequest(), ...changes });
const message = (changes: object = {}) => ({ ...contactMessage(), ...changes });
const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

describe('the fields of the forms', () => {
  it('are the specified ones by default', async () => {
    expect(await issuesOf('/api/quotes', quote())).toEqual([200]);
    expect(await issuesOf('/api/quotes', quote({ country: 'uk', source: 'home' }))).toEqual([200]);
    expect(await issuesOf('/api/quotes', quote({ country: 'ch' }))).toEqual([
      400,
      'country: Please select your country',
    ]);
    expect(await issuesOf('/api/contact', message({ service: 'ferries' }))).toEqual([
      400,
      'service: Please select a service',
    ]);
  });

  it('accept a phone number of six digits, or none, if it is optional', async () => {
    const { phone, ...withoutPhone } = quote();
    const tooShort = [400, 'phone: Phone number must be at least 10 characters'];
    expect(await issuesOf('/api/quotes', quote({ phone: '20123456' }))).toEqual(tooShort);
    expect(await issuesOf('/api/quotes', withoutPhone)).toEqual(tooShort);
    await set({ quotePhone: 'optional' });
    for (const one of [quote({ phone: '20123456' }), quote({ phone: '' }), withoutPhone]) {
      expect(await issuesOf('/api/quotes', one)).toEqual([200]);
    }
    expect(await issuesOf('/api/quotes', quote({ phone: '20 12 3' }))).toEqual([
      400,
      'phone: Phone number must have at least 6 digits',
    ]);
  });

  it('report which required field a caller has omitted', async () => {
    await set({ company: 'required', channel: 'required', phone: 'required', about: 'required' });
    const { company, ...older } = quote();
    expect(await issuesOf('/api/quotes', older)).toEqual([
      400,
      'company: Please enter your company',
      'preferredChannel: Please select how we should answer',
    ]);
    expect(await issuesOf('/api/quotes', { ...older, source: 'home' })).toEqual([
      400,
      'about: Please enter the project details',
      'preferredChannel: Please select how we should answer',
    ]);
    expect(await issuesOf('/api/contact', message())).toEqual([
      400,
      'phone: Please enter your phone',
      'preferredChannel: Please select how we should answer',
    ]);
    const filled = { company: 'Engines', preferredChannel: 'phone' };
    expect(await issuesOf('/api/quotes', quote(filled))).toEqual([200]);
  });

  it('keep values that an older page sends for a hidden field', async () => {
    await set({ company: 'off', countries: 'none', channel: 'off' });
    const sent = { company: 'Engines', country: 'uk', preferredChannel: 'email' };
    const { id } = (await (await app.postJson('/api/quotes', quote(sent))).json()) as {
      id: number;
    };
    const [row] = await app.sql`
      select company, country, preferred_channel from quotes where id = ${id}`;
    expect(row).toEqual({ company: 'Engines', country: 'uk', preferred_channel: 'email' });
  });

  it('offer the countries that the agency has chosen', async () => {
    await set({ countries: 'chosen', chosenCountries: ['ch', 'uk'] });
    expect(await issuesOf('/api/quotes', quote({ country: 'ch' }))).toEqual([200]);
    expect(await issuesOf('/api/quotes', quote({ country: 'us' }))).toEqual([
      400,
      'country: Please select your country',
    ]);
    const home = await readHtml(app, '/');
    const names = home.main.getAllByRole('option').map((option) => option.textContent);
    expect(names).toContain('Switzerland');
    expect(names).not.toContain('Australia');
  });

  it('offer the services of the catalog, and services that REST callers already use', async () => {
    await set({ services: 'catalogue' });
    const [service] = await app.sql`
      select name from services where is_active and deleted_at is null limit 1`;
    expect(await issuesOf('/api/contact', message({ service: service?.name }))).toEqual([200]);
    expect(await issuesOf('/api/contact', message({ service: 'website' }))).toEqual([200]);
    const { main } = await readHtml(app, '/contact');
    expect(main.queryByRole('option', { name: service?.name })).not.toBeNull();
  });

  it('are in the record, the email to the agency and the export', async () => {
    await set({ about: 'optional', channel: 'optional', countries: 'all' });
    const asked = quote({
      source: 'home',
      country: 'ch',
      about: 'A ferry timetable',
      preferredChannel: 'whatsapp',
      email: uniqueEmail(),
    });
    const { id } = (await (await app.postJson('/api/quotes', asked)).json()) as { id: number };
    const { body } = await asAdmin<{ result: { data: { quote: Record<string, string> } } }>(
      'GET',
      `/api/trpc/admin.quotes.get?input=${encodeURIComponent(JSON.stringify({ id }))}`,
    );
    expect(body.result.data.quote.preferredChannel).toBe('whatsapp');
    expect(body.result.data.quote.projectDetails).toMatch(/\n\nA ferry timetable$/);
    const [notice] = await app.sql`
      select text from mails where about = ${`quote:${id}`} and kind = 'quote_notice'`;
    expect(notice?.text).toMatch(/Reply by:?\s+WhatsApp/);
    expect(notice?.text).toContain('Switzerland');
  });

  it('are refused if the agency offers only chosen countries but has chosen none', async () => {
    const { status } = await asAdmin('POST', '/api/trpc/admin.settings.update', {
      key: 'formFields',
      value: { ...neutralSettings.formFields, countries: 'chosen' },
    });
    expect(status).toBe(400);
  });
});

describe('a form that is sent very fast', () => {
  it.each([
    ['quote', '/api/quotes', quote],
    ['message', '/api/contact', message],
  ] as const)('is not spam: both sides are notified of a %s', async (what, path, body) => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const response = await app.postJson(path, body({ email: uniqueEmail() }));
        return ((await response.json()) as { id: number }).id;
      }),
    );
    for (const id of ids) {
      const mails = await app.sql`
        select kind from mails where about = ${`${what}:${id}`} order by id`;
      expect(mails.map(({ kind }) => kind)).toEqual([`${what}_notice`, `${what}_received`]);
    }
  });
});
