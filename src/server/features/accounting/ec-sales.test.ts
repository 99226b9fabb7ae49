import { beforeAll, expect, it } from 'vitest';

import type { Accounting } from '~/contract/accounting/accounting-schema';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const { newInvoice } = salesOf(() => app);

beforeAll(async () => {
  const { body } = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
  const seller = { ...body.value, country: 'NL', vatNumber: 'NL123456789B01' };
  await ask('PUT', '/api/admin/settings/seller', { value: seller });
});

it('the EC sales list has totals by VAT number and category, minus credit notes, and nothing domestic, void or outside the EU', async () => {
  const panel = app.services.admin.invoices;
  const issue = async (buyer: object, category: string, unitPrice: string) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = { name: 'Katrin Vogel', email, address: 'Weg 1', ...buyer };
    const items = [{ description: 'Work', quantity: '1', unitPrice, taxCategory: category }];
    const { id } = await newInvoice({ client, items });
    await panel.issue('system', id);
    return id;
  };
  const german = { company: 'Vogel Rad GmbH', country: 'DE', vatNumber: 'DE123456789' };
  const french = { company: 'Martin SA', country: 'FR', vatNumber: 'FR12345678901' };
  await issue(german, 'AE', '100.00');
  const credited = await issue(german, 'AE', '50.00');
  await panel.credit('system', { id: credited, amount: '20.00', reason: 'Less' });
  await issue(german, 'K', '7.00');
  await issue(french, 'AE', '30.00');
  await issue({ country: 'NL' }, 'AE', '99.00');
  await issue({ country: 'US' }, 'O', '99.00');
  await issue({ country: 'US' }, 'AE', '99.00');
  const voided = await issue({ ...german, vatNumber: 'DE111111125' }, 'AE', '60.00');
  await panel.void('system', { id: voided, reason: 'Wrong client' });
  const today = new Date().toISOString().slice(0, 10);
  const { body } = await ask<Accounting>('GET', `/api/admin/accounting?from=${today}&to=${today}`);
  expect(body.homeCurrency).toBe('EUR');
  expect(body.currencies[0]?.ecSales).toEqual([
    {
      vatNumber: 'DE123456789',
      name: 'Vogel Rad GmbH',
      country: 'DE',
      category: 'AE',
      base: '130.00',
    },
    {
      vatNumber: 'DE123456789',
      name: 'Vogel Rad GmbH',
      country: 'DE',
      category: 'K',
      base: '7.00',
    },
    { vatNumber: 'FR12345678901', name: 'Martin SA', country: 'FR', category: 'AE', base: '30.00' },
  ]);
});
