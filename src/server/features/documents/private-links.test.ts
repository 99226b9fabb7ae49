import { expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf } from '~/testing/companies';
import { makeDue } from '~/testing/personal-data';
import { linkTo } from '~/testing/private-links';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';
import type { LinkKind } from './links';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { quoteForm: 1e6, codesFromNetwork: 1e6, codeGap: 1e6 },
});
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);

const { openInvoice, sentProposal } = salesOf(() => app);
const { newCompany, add, change, remove } = companiesOf(
  () => app,
  () => ask,
);

/** Creates a record of each kind for a client, and the request that the quote became. */
async function recordsOf(client: TestClient): Promise<Record<LinkKind, number>> {
  const response = await app.postJson(
    '/api/quotes',
    quoteRequest({ email: client.email, name: 'Ada Byron' }),
  );
  const { id: quote } = (await response.json()) as { id: number };
  const request = await app.services.admin.requests.createFromQuote('system', quote);
  const [message] = await app.sql`
    insert into contact_messages (first_name, last_name, email, service, message)
    values ('Ada', 'Byron', ${client.email}, 'website', 'Hello, is anybody there?') returning id`;
  const [testimonial] = await app.sql`
    insert into testimonials (name, email, user_id, request_id)
    values ('Ada Byron', ${client.email}, ${client.id}, ${request.id}) returning id`;
  return {
    quote,
    message: message?.id,
    testimonial: testimonial?.id,
    proposal: (await sentProposal(client.email)).id,
    invoice: (await openInvoice(client.email)).id,
    page: 1,
  };
}

interface Events {
  emailChange: boolean;
  leaving: boolean;
  lostInvoices: boolean;
  lostRequests: boolean;
  demotion: boolean;
  deletion: boolean;
}

const every: Events = {
  emailChange: true,
  leaving: true,
  lostInvoices: true,
  lostRequests: true,
  demotion: true,
  deletion: true,
};

/** Events that revoke the links of each kind. */
const revoked: Record<LinkKind, Events> = {
  proposal: { ...every, lostRequests: false },
  // An unpaid invoice can still be paid at the emailed link.
  invoice: { ...every, lostRequests: false, deletion: false },
  quote: { ...every, lostRequests: false },
  testimonial: { ...every, lostInvoices: false, demotion: false },
  // A contact message belongs to its author, not to a company.
  message: { ...every, leaving: false, lostInvoices: false, lostRequests: false, demotion: false },
  // Previews of pages are not affected, because admins may send them to anyone.
  page: {
    emailChange: false,
    leaving: false,
    lostInvoices: false,
    lostRequests: false,
    demotion: false,
    deletion: false,
  },
};

/** Creates a company with a member, and a colleague who takes over the records. */
async function staffed(client: TestClient): Promise<number> {
  const id = await newCompany();
  await add(id, await signUpClient(app), ['requests', 'invoices'], true);
  await add(id, client, ['requests', 'invoices']);
  return id;
}

const events: Record<keyof Events, (client: TestClient) => Promise<() => Promise<unknown>>> = {
  emailChange: async (client) => async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    await client.mutate('identity.sendEmailCode', { email });
    await client.mutate('identity.changeEmail', { email, otp: '123456' });
  },
  leaving: async (client) => {
    const id = await staffed(client);
    return () => remove(id, client);
  },
  lostInvoices: async (client) => {
    const id = await staffed(client);
    return () => change(id, client, ['requests']);
  },
  lostRequests: async (client) => {
    const id = await staffed(client);
    return () => change(id, client, ['invoices']);
  },
  demotion: async (client) => {
    const id = await staffed(client);
    await change(id, client, ['requests', 'invoices'], true);
    return () => change(id, client, ['requests', 'invoices'], false);
  },
  deletion: async (client) => async () => {
    await makeDue(app, client.id);
    expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
  },
};

it.each(Object.keys(events) as (keyof Events)[])(
  'the private links of every required kind are revoked: %s',
  async (event) => {
    const client = await signUpClient(app);
    const happen = await events[event](client);
    const ids = await recordsOf(client);
    const kinds = Object.keys(ids) as LinkKind[];
    const tokens = new Map<LinkKind, string>();
    for (const kind of kinds) tokens.set(kind, await linkTo(app, kind, ids[kind]));
    await happen();
    const after: Partial<Record<LinkKind, boolean>> = {};
    for (const kind of kinds) {
      const found = await app.services.documentLinks.find(kind, tokens.get(kind) ?? '');
      after[kind] = found === undefined;
    }
    expect(after).toEqual(Object.fromEntries(kinds.map((kind) => [kind, revoked[kind][event]])));
  },
);
