import { afterAll, beforeAll, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

let app: TestApp;
let ask: ReturnType<typeof askerOf>;
let client: TestClient;
const { sentProposal, openInvoice } = salesOf(() => app);

const newer = 'of_a_newer_version';

/** The enum types of kinds, with a column of each, and what reads it. */
const kinds = {
  mail_kind: 'mails',
  document_event_kind: 'document_events',
  request_event_kind: 'service_request_events',
};

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  ask = askerOf(app, await signInAdmin(app));
  client = await signUpClient(app);
});
afterAll(() => app.close());

it('knows every type of kinds that the database has', async () => {
  const types = await app.sql<{ name: string }[]>`
    select typname as name from pg_type
    where typtype = 'e' and typname like '%kind' and typname <> 'session_kind'`;
  expect(types.map(({ name }) => name).sort()).toEqual(Object.keys(kinds).sort());
});

it('opens every record after the way back from a version that wrote kinds of its own', async () => {
  const idOf = async (path: string, body: object) =>
    ((await (await app.postJson(path, body)).json()) as { id: number }).id;
  const quote = await idOf('/api/quotes', quoteRequest());
  const message = await idOf('/api/contact', contactMessage());
  const request = await createRequest(client);
  const proposal = await sentProposal();
  const invoice = await openInvoice();
  for (const [type, table] of Object.entries(kinds)) {
    // A kind of mails is a text.
    const column = table === 'mails' ? 'kind_name' : 'kind';
    await app.sql.unsafe(`alter type ${type} add value '${newer}'`);
    const changed = await app.sql.unsafe(
      `update ${table} set ${column} = '${newer}' returning ${column}`,
    );
    expect(changed.length).toBeGreaterThan(0);
  }
  const records: [section: string, id: number][] = [
    ['quotes', quote],
    ['messages', message],
    ['requests', request.id],
    ['proposals', proposal.id],
    ['invoices', invoice.id],
  ];
  for (const [section, id] of records) {
    const input = encodeURIComponent(JSON.stringify({ id }));
    const one = await ask('GET', `/api/trpc/admin.${section}.get?input=${input}`);
    const text = JSON.stringify(one.body);
    expect(one.status, text).toBe(200);
    expect(text).not.toContain(newer);
    expect(text).toContain('"kind":"other"');
    expect((await ask('GET', `/api/trpc/admin.${section}.page?input={}`)).status).toBe(200);
  }
  const detail = await client.query<{ events: { kind: string }[] }>('requests.get', {
    id: request.id,
  });
  expect(detail.events.map(({ kind }) => kind)).toEqual(['other']);
  for (const page of [`/proposals/${proposal.token}`, `/api/invoices/by-link/${invoice.token}`]) {
    expect((await app.fetch(page)).status, page).toBe(200);
  }
});

it('reads again what is shown, where a thread tells of what this version does not know', async () => {
  const { id } = await createRequest(client);
  const response = await app.fetch('/api/trpc/workspace.changes', {
    headers: { ...client.headers, 'Last-Event-ID': '0' },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await app.sql`update thread_events set kind = ${newer}`;
  await app.sql`
    insert into thread_events (client_id, request_id, kind, internal) values (${client.id}, ${id}, ${newer}, false)`;
  let heard = '';
  while (!heard.includes('reset')) heard += (await reader?.read())?.value ?? '';
  expect(heard).not.toMatch(/of_a_newer|serialized-error/);
  await reader?.cancel();
});
