import { beforeAll, expect, it } from 'vitest';

import type { WaitingCounts } from '~/contract/dashboard/dashboard-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf, companyProfile } from '~/testing/companies';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';
import { agencyFileIn, userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' } });
let client: TestClient;
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);
const { openInvoice, sentProposal } = salesOf(() => app);

beforeAll(async () => {
  client = await signUpClient(app);
});

const waiting = (who: TestClient) => who.query<WaitingCounts>('dashboard.waiting', undefined);
const nothing = { requests: 0, files: 0, proposals: 0, invoices: 0, plan: 0, member: null };

it('the response counts the caller’s open tasks, and none of other clients', async () => {
  expect(await waiting(client)).toEqual(nothing);
  const { email } = await userOf(app, client.id);
  const admin = await userOf(app, (await signedInAs(app, 'manager')).id);
  const { id: asked } = await createRequest(client);
  const { id: shown } = await createRequest(client);
  const { id: cancelled } = await createRequest(client);
  await app.services.admin.requestThreads.send(admin, {
    id: asked,
    text: 'Which colour?',
    fileIds: [],
    deliverableIds: [],
    internal: false,
    waiting: true,
  });
  await agencyFileIn(app, admin, shown);
  await agencyFileIn(app, admin, shown);
  await agencyFileIn(app, admin, shown, { internal: true });
  await agencyFileIn(app, admin, cancelled);
  await app.sql`update service_requests set status = 'cancelled', waiting_since = null where id = ${cancelled}`;
  await app.sql`update service_requests set waiting_since = null where id = ${shown}`;
  await sentProposal(email);
  const late = await sentProposal(email);
  await app.sql`update proposals set valid_until = '2020-01-01' where id = ${late.id}`;
  await openInvoice(email);
  const paid = await openInvoice(email);
  await app.sql`update invoices set status = 'paid' where id = ${paid.id}`;
  await app.sql`
    insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
    select ${client.id}, id, 'monthly', 4900, 'USD', 'past_due', ${crypto.randomUUID()} from plans limit 1`;
  expect(await waiting(client)).toEqual({
    requests: 1,
    files: 2,
    proposals: 1,
    invoices: 1,
    plan: 1,
    member: null,
  });
  expect(await waiting(await signUpClient(app))).toEqual(nothing);
});

it('the response says whether a member of a company has access to its requests', async () => {
  const { staffed } = companiesOf(
    () => app,
    () => ask,
  );
  const { colleague, bookkeeper } = await staffed();
  const memberOf = async (who: TestClient) => (await waiting(who)).member;
  const company = companyProfile.name;
  expect(await memberOf(colleague)).toEqual({ company, mayRequest: true, hasAsked: false });
  expect(await memberOf(bookkeeper)).toEqual({ company, mayRequest: false, hasAsked: false });
  await app.postJson('/api/quotes', quoteRequest({ email: bookkeeper.email }));
  expect(await memberOf(bookkeeper)).toEqual({ company, mayRequest: false, hasAsked: true });
});
