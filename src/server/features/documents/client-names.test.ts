import { expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient } from '~/testing/client-requests';
import { userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' } });

it('the lists of the panel show the email of a client without a name', async () => {
  const { services } = app;
  const admin = await userOf(app, (await signedInAs(app, 'owner')).id);
  const client = await signUpClient(app);
  const { id } = await createRequest(client);
  await client.mutate('requestThreads.send', { id, text: 'Hello', fileIds: [] });
  await app.sql`update users set first_name = '', last_name = '' where id = ${client.id}`;
  await app.sql`insert into payments (user_id, amount_cents, currency, description, status)
    values (${client.id}, 100, 'USD', 'A plan', 'completed')`;
  const list = { page: 1, pageSize: 20, search: undefined, status: undefined, sort: undefined };

  const requests = await services.admin.requests.searchAs(admin, list as never);
  expect(requests.rows[0]).toMatchObject({ client_name: client.email });
  const payments = await services.admin.payments.search(list as never);
  expect(payments.rows[0]).toMatchObject({ client_name: client.email });
  expect(await services.admin.requestThreads.get(admin, id)).toMatchObject({
    clientName: client.email,
  });
  expect(await services.admin.requestThreads.unanswered()).toMatchObject([
    { clientName: client.email },
  ]);
  const said = (await services.admin.overview.activities(20)).map(({ description }) => description);
  expect(said).toContain(`New service request from ${client.email}: A calculating engine`);
  expect(said).toContain(`Payment from ${client.email}: A plan`);
  expect(said).toContain(`${client.email} signed up`);
});

it('a client name that was entered in one field is not split', async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const { invoices } = app.services.admin;
  const items = [{ description: 'A shop', quantity: '1', unitPrice: '100.00' }];
  const { id } = await invoices.create('system', {
    client: { name: 'Bas de Vries', email },
    items,
  });
  await invoices.issue('system', id);
  const [account] = await app.sql`select first_name, last_name from users where email = ${email}`;
  expect(account).toEqual({ first_name: 'Bas de Vries', last_name: '' });
});
