import { describe, expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf } from '~/testing/companies';
import { askDeletion, makeDue } from '~/testing/personal-data';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  burstSeconds: 0,
  rateLimits: { codeGap: 1e6, codesFromNetwork: 1e6, quoteForm: 1e6, contactForm: 1e6 },
});
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);

const { sentProposal, openInvoice } = salesOf(() => app);
const { staffed } = companiesOf(
  () => app,
  () => ask,
);

const fullName = (client: TestClient, firstName: string, lastName: string) =>
  client.mutate('identity.changeProfile', { firstName, lastName });

async function move(client: TestClient, email: string): Promise<TestClient> {
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  return { ...client, email };
}

async function deleteNow(client: TestClient): Promise<string> {
  // A change of email delays a deletion for some days.
  await app.sql`update email_changes set expires_at = now() where user_id = ${client.id}`;
  expect((await askDeletion(app, client)).status).toBe(200);
  await makeDue(app, client.id);
  return app.services.personalData.deleteDue();
}

const logOf = (about: string) => app.sql`
  select actor_name, description from audit_log where about = ${about} order by id`;
const newEmail = () => `${crypto.randomUUID()}@firm.example`;

describe('a deletion keeps', () => {
  it('the words of a form that a stranger sent with the client’s email', async () => {
    const client = await signUpClient(app);
    const { id } = await openInvoice(client.email, { clientId: client.id });
    const paid = { id, amount: '30.00', date: '2026-01-31', reference: '' };
    await ask('POST', `/api/admin/invoices/${id}/payments`, paid);
    const actors = (await logOf(`invoice:${id}`)).map((row) => row.actor_name);
    for (const name of [actors.at(-1) as string, '"reference": ""', '[], "requests":']) {
      const form = quoteRequest({ name, email: client.email });
      expect((await app.postJson('/api/quotes', form)).status).toBe(200);
    }
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect((await logOf(`invoice:${id}`)).map((row) => row.actor_name)).toEqual(actors);
  });

  it('words of emails that were written before the client took them as a name', async () => {
    const { client, id: company } = await staffed();
    const mail = async (subject: string) => {
      const [row] = await app.sql<[{ id: number }]>`
        insert into mails (kind, "to", subject, html, text, about)
        values ('request_update', 'colleague@firm.example', ${subject}, ${subject}, ${subject}, ${`company:${company}`})
        returning id`;
      return row.id;
    };
    await fullName(client, 'Clara', 'Byron');
    const named = await mail('Clara Byron wrote');
    const before = await mail('Page for group bookings');
    await fullName(client, 'Page', 'for group bookings');
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    const subjects = await app.sql`
      select subject from mails where id in (${named}, ${before}) order by id`;
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'Former member wrote',
      'Page for group bookings',
    ]);
  });

  it('the syntax of stored JSON if the client’s name contains JSON syntax', async () => {
    const { client } = await staffed();
    await fullName(client, '[],', '"requests":');
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
  });

  it('messages that others sent from or received at the client’s former email', async () => {
    const before = await signUpClient(app);
    const old = before.email;
    const client = await move(before, newEmail());
    await app.postJson('/api/quotes', quoteRequest({ name: 'A Stranger', email: old }));
    await app.postJson('/api/contact', contactMessage({ email: old }));
    const proposal = await sentProposal(old);
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    const [left] = await app.sql`
      select (select count(*)::int from quotes where email = ${old}) as quotes,
        (select count(*)::int from contact_messages where email = ${old}) as messages,
        (select count(*)::int from mails where "to" = ${old} and about = ${`proposal:${proposal.id}`}) as mails`;
    expect(left).toEqual({ quotes: 1, messages: 1, mails: 1 });
    expect((await app.fetch(`/api/proposals/by-link/${proposal.token}`)).status).toBe(200);
  });

  it('emails of the account that had the email before', async () => {
    const first = await signUpClient(app);
    const shared = first.email;
    const request = await createRequest(first, { title: 'A matter of the first' });
    await move(first, newEmail());
    const second = await move(await signUpClient(app), shared);
    const mails = () => app.sql`
      select id from mails where about = ${`request:${request.id}`} and "to" = ${shared}`;
    const count = (await mails()).length;
    expect(count).toBeGreaterThan(0);
    expect(await deleteNow(second)).toBe('Deleted 1 clients.');
    expect(await mails()).toHaveLength(count);
  });

  it('the agency’s emails, if an account has its mailbox', async () => {
    const [contact] =
      await app.sql`select value->>'email' as email from settings where key = 'contact'`;
    const before = await signUpClient(app);
    const client = await move(before, String(contact?.email));
    const { id } = await openInvoice();
    await app.sql`
      update mails set sent_at = null, claimed_until = now() + interval '1 hour' where about = ${`invoice:${id}`}`;
    const others = () => app.sql<{ id: number }[]>`
      select id from mails 
      where about <> ${`user:${client.id}`} and about not like 'deletion:%' and "to" <> ${before.email}`;
    const all = await others();
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect(await others()).toEqual(expect.arrayContaining([...all]));
    expect(await app.sql`select id from mails where about = ${`invoice:${id}`}`).toHaveLength(1);
  });

  it('another client’s email that contains the client’s', async () => {
    const domain = `${crypto.randomUUID().slice(0, 8)}.co`;
    const other = await move(await signUpClient(app), `jo-ann@${domain}.uk`);
    await move(other, newEmail());
    const client = await move(await signUpClient(app), `ann@${domain}`);
    const before = await logOf(`user:${other.id}`);
    expect(JSON.stringify(before)).toContain(`jo-ann@${domain}.uk`);
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect(await logOf(`user:${other.id}`)).toEqual(before);
  });

  it('a colleague of the same name, and the admin whose name the client took', async () => {
    const { id, client, colleague } = await staffed();
    const [added] = await logOf(`company:${id}`);
    const [first = '', ...rest] = String(added?.actor_name).split(' ');
    await fullName(colleague, first, rest.join(' '));
    await fullName(client, first, rest.join(' '));
    const before = await logOf(`company:${id}`);
    expect(await deleteNow(client)).toBe('Deleted 1 clients.');
    expect((await logOf(`company:${id}`)).slice(0, before.length)).toEqual(before);
  });
});

it('an export is no longer available to a client who lost a right', async () => {
  const { id, colleague } = await staffed();
  const status = async () => {
    const asked = await colleague.post('/api/account/export', {});
    const { id: file } = (await asked.json()) as { id: number };
    await app.services.personalData.writeExports();
    return async () => (await colleague.get(`/api/account/exports/${file}`)).status;
  };
  const first = await status();
  expect(await first()).toBe(200);
  await ask('DELETE', `/api/admin/companies/${id}/members/${colleague.id}`, {});
  expect(await first()).toBe(404);
  const second = await status();
  expect(await second()).toBe(200);
});
