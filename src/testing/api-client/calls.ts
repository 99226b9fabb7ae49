// Imports the types that `src/server/api-client.test.ts` generates. That test also compiles this file.
import type { components, paths } from 'agency-api';
import createClient from 'openapi-fetch';
import { expect, expectTypeOf } from 'vitest';

type Schemas = components['schemas'];
type Options = Parameters<typeof createClient>[0];

/** Calls that a visitor makes, who has no API key. @returns the id of a quote request */
export async function callAsVisitor(options: Options): Promise<number> {
  const client = createClient<paths>(options);

  const services = await client.GET('/services');
  const slug = services.data?.[0]?.slug ?? '';
  const service = await client.GET('/services/{slug}', { params: { path: { slug } } });
  expect(service.data?.name).toBe(services.data?.[0]?.name);

  const missing = await client.GET('/services/{slug}', { params: { path: { slug: 'none' } } });
  expect([missing.response.status, missing.error?.code]).toEqual([404, 'NOT_FOUND']);
  expectTypeOf(missing.error).toEqualTypeOf<Schemas['Error'] | undefined>();

  const quote = {
    name: 'Ada Byron',
    email: 'ada@example.com',
    phone: '+44 20 7946 0958',
    projectDetails: 'A calculating engine',
    budget: '5000-10000',
    timeline: '1-month',
  };
  const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
  const first = await client.POST('/quotes', { params, body: quote });
  expect(first.data?.id).toEqual(expect.any(Number));

  const invalid = await client.POST('/quotes', { body: { ...quote, email: 'ada' } });
  expect(invalid.error?.issues?.map(({ path }) => path)).toEqual(['email']);
  return first.data?.id ?? 0;
}

/** Calls that a program makes with an API key that can read and write leads and invoices. */
export async function callWithKey(options: Options, quoteId: number): Promise<void> {
  const client = createClient<paths>(options);

  const entered = await client.POST('/admin/quotes', {
    body: {
      name: 'Grace Hopper',
      phone: '+1 212 555 0100',
      projectDetails: 'A compiler',
      source: 'phone',
    },
  });
  const page = await client.GET('/admin/quotes', { params: { query: { pageSize: 1 } } });
  expect(page.data?.map(({ id }) => id)).toEqual([entered.data?.id]);
  expect(page.response.headers.get('Link')).toMatch(/page=2.*rel="next"/);
  expectTypeOf(page.data).toEqualTypeOf<Schemas['QuoteSummary'][] | undefined>();

  const params = { path: { id: quoteId } };
  const changed = await client.PUT('/admin/quotes/{id}', { params, body: { status: 'contacted' } });
  expect(changed.data).toMatchObject({ id: quoteId, status: 'contacted', company: '' });
  expectTypeOf<Schemas['Quote']['status']>().toEqualTypeOf<
    'pending' | 'approved' | 'rejected' | 'contacted'
  >();
  expectTypeOf<Schemas['Quote']['serviceId']>().toEqualTypeOf<number | null>();

  const created = await client.POST('/admin/invoices', {
    body: {
      client: { name: 'Ada Byron', email: 'ada@example.com' },
      items: [{ description: 'An engine', quantity: '1', unitPrice: '100.00', taxRate: '0' }],
    },
  });
  const invoice = { params: { path: { id: created.data?.id ?? 0 } } };
  const read = await client.GET('/admin/invoices/{id}', invoice);
  expect(read.data).toMatchObject({ status: 'draft', number: null, totals: { total: '100.00' } });

  const issued = await client.POST('/admin/invoices/{id}/issue', invoice);
  expect(issued.data?.number).toMatch(/\d$/);
  const pdf = await client.GET('/admin/invoices/{id}/pdf', { ...invoice, parseAs: 'arrayBuffer' });
  expect(pdf.data?.byteLength).toBeGreaterThan(1000);
}

/** Calls that must not compile, and are never run. */
export const wrongCalls = (client: ReturnType<typeof createClient<paths>>) => [
  // @ts-expect-error there is no such path
  () => client.GET('/quotes/all'),
  // @ts-expect-error required fields are missing
  () => client.POST('/quotes', { body: { name: 'Ada' } }),
  // @ts-expect-error an id is a number
  () => client.GET('/admin/invoices/{id}', { params: { path: { id: '1' } } }),
  // @ts-expect-error no quote request has this status
  () => client.GET('/admin/quotes', { params: { query: { status: 'new' } } }),
];
