import { describe, expect, it, onTestFinished } from 'vitest';

import { exportBytesMax } from '~/contract/personal-data/personal-data';
import type { DataExport, PersonalData } from '~/contract/personal-data/personal-data-schema';
import { signedInAs } from '~/testing/admins';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf } from '~/testing/companies';
import { busyClient, fullNameOf, person } from '~/testing/personal-data';
import { askerOf } from '~/testing/sign-in';
import { testStripeApp } from '~/testing/stripe-app';
import { pixel, uploadAs, userOf } from '~/testing/threads';
import { unzipped } from '~/testing/zips';

const stripe = testStripeApp({
  rateLimits: { codeGap: 1e6, codesFromNetwork: 1e6, quoteForm: 1e6, contactForm: 1e6 },
});
const app = () => stripe.app;

const askFor = async (client: TestClient) =>
  (await (await client.post('/api/account/export', {})).json()) as DataExport;
const stateOf = (client: TestClient) => client.query<PersonalData>('personalData.get');
const write = () => app().services.personalData.writeExports();

async function download(client: TestClient) {
  const { id } = await askFor(client);
  await write();
  const response = await client.get(`/api/account/exports/${id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/my-data-\d{4}-\d\d-\d\d\.zip/);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  const entries = await unzipped(bytes);
  const json = <T>(name: string) => JSON.parse(String(entries.get(`${name}.json`))) as T;
  return { id, bytes, entries, json };
}

describe('the export', () => {
  it('contains the client’s data, and nothing internal of the agency', async () => {
    const busy = await busyClient(stripe);
    const { client } = busy;
    // A change of email delays an export for some days.
    await app().sql`update email_changes set expires_at = now() where user_id = ${client.id}`;
    await client.mutate('identity.changePicture', {
      dataUrl: `data:image/png;base64,${pixel.toString('base64')}`,
    });
    const { entries, json } = await download(client);
    expect([...entries.keys()].filter((name) => !name.startsWith('files/'))).toEqual([
      'read-me.txt',
      'account.json',
      'quotes.json',
      'contact-messages.json',
      'requests.json',
      'written.json',
      'proposals.json',
      'invoices.json',
      'recurring.json',
      'payments.json',
      'testimonials.json',
      'mails.json',
      'files.json',
      'picture.webp',
    ]);
    expect(json('account')).toMatchObject({
      account: { email: client.email, firstName: person.firstName },
      billing: { address: person.address },
      subscriptions: [{ status: 'active' }],
    });
    expect(json('quotes')).toMatchObject([
      { projectDetails: person.quote, conversation: [{ text: 'About the orrery: yes.' }] },
    ]);
    expect(json('contact-messages')).toMatchObject([{ message: person.message }]);
    const requests = json<{ title: string; messages: { text: string }[] }[]>('requests');
    const own = requests.find(({ title }) => title === person.request);
    expect(own?.messages.map(({ text }) => text)).toEqual([person.said, 'Here it is']);
    expect(json<{ status: string }[]>('proposals').map(({ status }) => status)).toEqual([
      'accepted',
      'sent',
    ]);
    const invoices = json<{ status: string; buyer: { name: string } }[]>('invoices');
    expect(invoices.map(({ status }) => status)).toEqual([
      'open',
      'open',
      // The invoice of the paid plan is included.
      'paid',
    ]);
    expect(invoices[1]?.buyer.name).toBe(fullNameOf);
    expect(json<{ method: string }[]>('payments').map(({ method }) => method)).toEqual([
      'transfer',
      'card',
    ]);
    expect(json<{ unit: string }[]>('recurring').map(({ unit }) => unit)).toEqual([
      'month',
      'month',
    ]);
    const files = json<{ id: number; path: string }[]>('files');
    expect(files).toHaveLength(3);
    for (const { path } of files) expect(entries.get(path)?.equals(pixel)).toBe(true);
    expect(files.map(({ id }) => id)).toContain(busy.fileId);
    expect(files.map(({ id }) => id)).not.toContain(busy.internalFileId);
    const all = [...entries.values()].map(String).join('\n');
    for (const hidden of ['secret of the agency', person.note, 'submissionKey', 'passwordHash']) {
      expect(all.toLowerCase()).not.toContain(hidden.toLowerCase());
    }
    // The export contains no code and no link that signs in its reader.
    expect(all).not.toMatch(/\b123456\b/);
  });

  it('contains the client’s part of a company’s data, within their rights, and nothing of colleagues', async () => {
    const owner = askerOf(app(), (await signedInAs(app(), 'owner')).cookie);
    const { newCompany, add, change } = companiesOf(app, () => owner);
    const [client, colleague] = [await signUpClient(app()), await signUpClient(app())];
    const id = await newCompany();
    await add(id, client, ['requests']);
    await add(id, colleague, ['requests']);
    await createRequest(client, { title: 'Mine' });
    const theirs = await createRequest(colleague, { title: 'A colleague’s' });
    const user = await userOf(app(), client.id);
    const file = await uploadAs(app().services, user);
    const [from, by] = [user, await userOf(app(), colleague.id)];
    const { requestThreads } = app().services;
    await requestThreads.send(from, { id: theirs.id, text: 'I may say this', fileIds: [file.id] });
    await requestThreads.send(by, {
      id: theirs.id,
      text: 'A secret of the other client',
      fileIds: [],
    });
    const { json, entries } = await download(client);
    expect(json('requests')).toMatchObject([{ title: 'Mine' }]);
    expect(json('written')).toMatchObject([{ text: 'I may say this' }]);
    expect(json('files')).toMatchObject([{ id: file.id }]);
    const all = [...entries.values()].map(String).join('\n');
    expect(all).not.toContain('A secret of the other client');
    expect(all).not.toContain('A colleague’s');
    await change(id, client, []);
    const later = await download(client);
    expect(later.json('requests')).toEqual([]);
    expect(later.json('written')).toEqual([]);
    expect(later.json('files')).toEqual([]);
  });
});

describe('an export', () => {
  it('includes no leads without an account if the client’s email is the agency’s', async () => {
    const client = await signUpClient(app());
    const { id, cookie } = await signedInAs(app(), 'owner');
    await app().services.admin.quotes.enter(await userOf(app(), id), {
      name: 'A Stranger',
      email: '',
      phone: '020 7946 0958',
      company: '',
      projectDetails: 'Of another',
      source: 'phone',
    });
    const { contact } = await app().services.settings.getPublic();
    const setMailbox = (email: string) =>
      app().postJson(
        '/api/trpc/admin.settings.update',
        { key: 'contact', value: { ...contact, email } },
        { Cookie: cookie },
      );
    expect((await setMailbox(client.email)).status).toBe(200);
    onTestFinished(async () => void (await setMailbox(contact.email)));
    const { json } = await download(client);
    expect(json<unknown[]>('quotes')).toEqual([]);
  });

  it('that is requested twice is one file, announced in one email', async () => {
    const client = await signUpClient(app());
    const [first, second] = await Promise.all([askFor(client), askFor(client)]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ status: 'waiting', size: 0, expiresAt: null });
    expect((await client.get(`/api/account/exports/${first.id}`)).status).toBe(404);
    await Promise.all([write(), write()]);
    expect(await stateOf(client)).toMatchObject({ export: { id: first.id, status: 'ready' } });
    const mails = await app().sql`
      select text from mails where "to" = ${client.email} and kind = 'data_ready'`;
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('/account#your-data');
    // A newer export replaces the earlier one.
    const third = await askFor(client);
    expect((await client.get(`/api/account/exports/${first.id}`)).status).toBe(200);
    await write();
    expect((await client.get(`/api/account/exports/${first.id}`)).status).toBe(404);
    expect((await client.get(`/api/account/exports/${third.id}`)).status).toBe(200);
  });

  it('can be downloaded in ranges', async () => {
    const client = await signUpClient(app());
    const { id, bytes } = await download(client);
    const part = await app().fetch(`/api/account/exports/${id}`, {
      headers: { ...client.headers, Range: 'bytes=10-19' },
    });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
  });

  it('is only for its client and admins who may change clients, and is deleted after a week', async () => {
    const [client, stranger] = [await signUpClient(app()), await signUpClient(app())];
    const { id } = await download(client);
    const path = `/api/account/exports/${id}`;
    expect((await stranger.get(path)).status).toBe(404);
    expect((await app().fetch(path)).status).toBe(401);
    for (const wrong of ['0', 'x', '99999999999']) {
      expect((await client.get(`/api/account/exports/${wrong}`)).status).toBe(404);
    }
    const statusFor = async (role: 'owner' | 'manager' | 'editor' | 'viewer', of = client.id) => {
      const asked = askerOf(app(), (await signedInAs(app(), role)).cookie);
      return (await asked('GET', `/api/admin/clients/${of}/exports/${id}`)).status;
    };
    expect(await statusFor('owner')).toBe(200);
    expect(await statusFor('manager')).toBe(200);
    expect(await statusFor('editor')).toBe(403);
    expect(await statusFor('viewer')).toBe(403);
    expect(await statusFor('owner', stranger.id)).toBe(404);
    const [row] = await app().sql`select key from data_exports where id = ${id}`;
    await app()
      .sql`update data_exports set expires_at = now() - interval '1 second' where id = ${id}`;
    expect((await client.get(path)).status).toBe(404);
    expect(await stateOf(client)).toMatchObject({ export: null });
    expect(await write()).toBe('Deleted 1 exports.');
    expect(await app().sql`select from file_chunks where key = ${row?.key}`).toHaveLength(0);
  });

  it('only lists the oldest files if all files together exceed the limit', async () => {
    const client = await signUpClient(app());
    const user = await userOf(app(), client.id);
    const [old, recent] = [
      await uploadAs(app().services, user),
      await uploadAs(app().services, user),
    ];
    await app().sql`update files set size = ${exportBytesMax} where id = ${old.id}`;
    const { json, entries } = await download(client);
    expect(json('files')).toMatchObject([
      { id: recent.id, path: `files/${recent.id}-pixel.png` },
      { id: old.id, path: null },
    ]);
    expect([...entries.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(1);
  });

  it('is written again after an interruption, without leftovers of the first attempt', async () => {
    const client = await signUpClient(app());
    const { id } = await askFor(client);
    await app().sql`
      update data_exports set key = 'lost', attempts = 1, claimed_until = now() + interval '1 hour' where id = ${id}`;
    await app().sql`insert into file_chunks (key, start, bytes) values ('lost', 0, 'half')`;
    // Another instance may still be writing the export.
    expect(await write()).toBe('');
    await app()
      .sql`update data_exports set claimed_until = now() - interval '1 second' where id = ${id}`;
    expect(await write()).toBe('Wrote 1 exports.');
    expect(await app().sql`select from file_chunks where key = 'lost'`).toHaveLength(0);
    expect((await client.get(`/api/account/exports/${id}`)).status).toBe(200);
  });

  it('that an admin requests is announced to the client, and is in the audit log', async () => {
    const client = await signUpClient(app());
    const { id: adminId, cookie } = await signedInAs(app(), 'manager');
    const ask = askerOf(app(), cookie);
    const asked = await ask<DataExport>('POST', `/api/admin/clients/${client.id}/export`);
    expect(asked.body).toMatchObject({ status: 'waiting', requestedBy: 'Olive Tester' });
    await write();
    const [mail] = await app().sql`
      select text from mails where "to" = ${client.email} and kind = 'data_ready'`;
    expect(mail?.text).toContain('Olive Tester');
    const [row] = await app().sql`
      select actor_id from audit_log where about = ${`user:${client.id}`} and action = 'user.data_exported'`;
    expect(row?.actor_id).toBe(adminId);
  });
});
