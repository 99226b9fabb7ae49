import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { contentKeys } from '~/contract/content/content-types';
import type { AdminRole } from '~/contract/identity/roles';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { listen } from '~/testing/live-listener';
import { callTrpc, type Procedure, procedureNamed, procedures, waysTo } from '~/testing/procedures';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { contentCases } from '~/testing/samples';
import { agencyFileIn, pixel, uploadAs, userOf } from '~/testing/threads';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  burstSeconds: 3600,
  rateLimits: { adminByNetwork: 1e6 },
});
let client: TestClient;
let clientCookie: string;
let email: string;
/** Ids of records of the client. */
let ids: Record<'clientRequest' | 'agencyFile' | 'clientProposal' | 'clientInvoice', number>;
/** Inputs of the queries that read a record. */
let inputs: Record<string, Record<string, unknown>>;
let owner: Awaited<ReturnType<typeof signedInAs>>;

const { sentProposal, openInvoice } = salesOf(() => app);

beforeAll(async () => {
  client = await signUpClient(app);
  clientCookie = client.headers.Cookie ?? '';
  owner = await signedInAs(app, 'owner');
  ({ email } = client);
  const admin = await userOf(app, owner.id);
  const { id: request } = await createRequest(client);
  const { fileId: agencyFile } = await agencyFileIn(app, admin, request);
  const lead = quoteRequestSchema.parse(quoteRequest({ email }));
  const { id: quote } = await app.services.quotes.submit(lead);
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`quote:${quote}`}`;
  const proposal = await sentProposal(email);
  const invoice = await openInvoice(email);
  inputs = {
    'billing.offer': { planId: 1 },
    'billing.previewChange': { planId: 1 },
    'billing.receipt': { id: 1 },
    'formAnswers.quoteBrief': { id: quote },
    'formAnswers.requestBrief': { id: request },
    'invoices.byLink': { token: invoice.token },
    'invoices.get': { id: invoice.id },
    'legal.text': { page: 'terms' },
    'legal.version': { page: 'terms', version: 1 },
    'pageBlocks.below': { page: 'about' },
    'pageDrafts.byLink': { token: 'no-such-token' },
    'proposals.byLink': { token: proposal.token },
    'proposals.billed': { token: proposal.token, billing: { country: 'DE' } },
    'proposals.get': { id: proposal.id },
    'quotes.byLink': { token: app.services.documentLinks.tokenOf(nonce) },
    'quotes.progress': { token: 'no-such-token' },
    'requests.get': { id: request },
    'testimonialLinks.get': { token: 'no-such-token' },
    'requestThreads.get': { id: request },
    'requestThreads.messages': { id: request },
    'requestThreads.page': { id: request },
  };
  for (const key of contentKeys) {
    for (const [name, input] of Object.entries(contentCases[key].reads)) {
      inputs[`${key}.${name}`] = { ...input };
    }
  }
  ids = {
    clientRequest: request,
    agencyFile,
    clientProposal: proposal.id,
    clientInvoice: invoice.id,
  };
});

interface Viewer {
  id: string;
  isAdmin: boolean;
  clientView?: { admin: { id: string }; endsAt: string };
  endedClientView?: { clientId: string; name: string };
}

async function viewAs(cookie: string, id = client.id): Promise<number> {
  const headers = { Cookie: cookie };
  const response = await app.postJson('/api/trpc/admin.users.viewAs', { id }, headers);
  await response.text();
  return response.status;
}
const endView = (cookie: string) =>
  app.postJson('/api/trpc/admin.users.endView?batch=1', {}, { Cookie: cookie });

async function viewerOf(cookie: string, headers: Record<string, string> = {}): Promise<Viewer> {
  const response = await app.fetch('/api/trpc/identity.viewer', {
    headers: { Cookie: cookie, ...headers },
  });
  return ((await response.json()) as { result: { data: Viewer } }).result.data;
}

/** Tables that jobs and other visitors change, and caches of documents. */
const ownLives = ['job_runs', 'page_views', 'rate_limits', 'document_pdfs', 'document_xmls'];

/** Returns a digest of all rows of each table. */
async function rowsOfAll(): Promise<Record<string, string>> {
  const tables = await app.sql<{ name: string }[]>`
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    if (ownLives.includes(name)) continue;
    // Emails are sent in the meantime, but none of these calls may add one.
    const [{ digest }] =
      name === 'mails'
        ? await app.sql<[{ digest: string }]>`
    select count(*) || ' ' || coalesce(max(created_at)::text, '') as digest from mails`
        : await app.sql<[{ digest: string }]>`
    select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest
    from ${app.sql(name)} t`;
    digests[name] = digest;
  }
  expect(Object.keys(digests).length).toBeGreaterThan(30);
  return digests;
}

// Each test starts with a view by the owner.
beforeEach(async () => {
  expect(await viewAs(owner.cookie)).toBe(200);
});

const limitsOfClient = () =>
  app.sql`select key, points from rate_limits where key like ${`%${client.id}%`} order by key`;

const ofSite = (type: string) =>
  procedures.filter((one) => !one.name.startsWith('admin.') && one.type === type);

/** Reads over tRPC, and over REST if the procedure has a path. */
const read = (procedure: Procedure, cookie: string) =>
  Promise.all(
    waysTo(procedure).map((call) => call(app, procedure, cookie, inputs[procedure.name])),
  );

/** Removes from a response what differs between two sessions: the client view, due times, and which session is current. */
const comparable = (answer: unknown) =>
  JSON.stringify(answer)
    .replace(/,\\"clientView\\":\{\\"admin\\":\{.*?\},\\"endsAt\\":\\".*?\\"\}/g, '')
    // Due times are relative to the time of the call.
    .replace(/\\"dueAt\\":\\".*?\\"/, '')
    .replaceAll('\\"isCurrent\\":true', '\\"isCurrent\\":false');

describe('reading in a client view', () => {
  it('returns what the client gets, and leaves no trace', async () => {
    const own: Record<string, unknown> = {};
    // A client's first visit marks a proposal as viewed, which other queries show, so every query runs once before.
    for (const one of ofSite('query')) await callTrpc(app, one, clientCookie, inputs[one.name]);
    for (const one of ofSite('query')) {
      const results = await read(one, clientCookie);
      // With invalid input, the test would only compare error messages.
      expect([one.name, results[0]?.[0]]).not.toEqual([one.name, 400]);
      own[one.name] = comparable(results);
    }
    const [before, limits] = [await rowsOfAll(), await limitsOfClient()];
    for (const one of ofSite('query')) {
      const viewed = comparable(await read(one, owner.cookie));
      expect([one.name, viewed]).toEqual([one.name, own[one.name]]);
    }
    expect(await rowsOfAll()).toEqual(before);
    expect(await limitsOfClient()).toEqual(limits);
  });

  it('does not mark a proposal as viewed, even by its private link', async () => {
    const { id, token } = await sentProposal(email);
    for (const path of [`/api/proposals/${id}`, `/api/proposals/by-link/${token}`]) {
      const response = await app.fetch(path, { headers: { Cookie: owner.cookie } });
      expect(await response.text()).toContain('"status":"sent"');
      expect(response.status).toBe(200);
    }
    const [{ viewedAt }] = await app.sql<[{ viewedAt: Date | null }]>`
      select viewed_at as "viewedAt" from proposals where id = ${id}`;
    expect(viewedAt).toBeNull();
  });

  it('includes the client’s own files, PDFs and exports, and no other client’s', async () => {
    const stranger = await signUpClient(app);
    const { id: theirs } = await createRequest(stranger);
    const { fileId } = await agencyFileIn(app, await userOf(app, owner.id), theirs);
    const invoice = await openInvoice();
    const statusOf = async (path: string, headers = {}) => {
      const response = await app.fetch(path, { headers: { Cookie: owner.cookie, ...headers } });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await statusOf(`/api/files/${ids.agencyFile}`)).toBe(200);
    expect(await statusOf(`/api/files/${fileId}`)).toBe(404);
    expect(await statusOf(`/api/invoices/${ids.clientInvoice}/pdf`)).toBe(200);
    expect(await statusOf(`/api/proposals/${ids.clientProposal}/pdf`)).toBe(200);
    expect(await statusOf(`/api/invoices/${invoice.id}/pdf`)).toBe(404);
    expect(await statusOf('/api/account/exports/1')).toBe(404);
    // The panel does not change in another tab.
    const fromPanel = { Referer: 'http://agency.test/admin?section=requests' };
    expect(await statusOf(`/api/files/${fileId}`, fromPanel)).toBe(200);
  });

  it('excludes anything that the client has not sent yet', async () => {
    const user = await userOf(app, client.id);
    const { id: fileId } = await uploadAs(app.services, user);
    await client.mutate('requestThreads.saveDraft', {
      id: ids.clientRequest,
      text: 'Half a sen',
      fileIds: [fileId],
    });
    const [beside] = await read(procedureNamed('requestThreads.get'), owner.cookie);
    expect(JSON.stringify(beside)).toContain('waitingSince');
    expect(JSON.stringify(beside)).not.toContain('Half a sen');
    const asTus: Record<string, string> = { 'Tus-Resumable': '1.0.0' };
    for (const headers of [{}, asTus]) {
      const response = await app.fetch(`/api/files/${fileId}`, {
        method: 'HEAD',
        headers: { ...headers, Cookie: owner.cookie },
      });
      expect([403, 404]).toContain(response.status);
    }
  });

  it('includes a stream of the client’s threads, without presence, until the view ends', async () => {
    const openRequestId = ids.clientRequest;
    const stream = await listen(app, { Cookie: owner.cookie }, { openRequestId });
    const who = { userId: client.id };
    expect(await app.services.presence.isOpen(ids.clientRequest, who)).toBe(false);
    await app.services.requestThreads.send(await userOf(app, client.id), {
      id: ids.clientRequest,
      text: 'Hello',
      fileIds: [],
    });
    await stream.until(() => stream.has(`requestThreads ${openRequestId}`));
    await endView(owner.cookie);
    await stream.until(() => stream.state.isOver);
  });
});

describe('writing in a client view', () => {
  it('is rejected by every mutation with the reason, over tRPC and REST', async () => {
    const { firstName, lastName } = await userOf(app, client.id);
    const before = await rowsOfAll();
    const limits = await limitsOfClient();
    for (const procedure of ofSite('mutation')) {
      for (const call of waysTo(procedure)) {
        if (call.name === 'callRest' && procedure.openapi?.path.startsWith('/admin/')) continue;
        const [status, text] = await call(app, procedure, owner.cookie);
        expect([procedure.name, status]).toEqual([procedure.name, 403]);
        expect(text).toContain(
          `You view this as ${firstName} ${lastName}: nothing can be changed.`,
        );
      }
    }
    expect(await rowsOfAll()).toEqual(before);
    expect(await limitsOfClient()).toEqual(limits);
  });

  it('is rejected by other routes: uploads, unsubscribing, sign-in', async () => {
    const before = await rowsOfAll();
    const form = new FormData();
    form.append('file', new Blob([pixel]), 'pixel.png');
    const tus = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '3' };
    const calls: [path: string, init: RequestInit][] = [
      ['/api/files', { method: 'POST', body: form }],
      ['/api/files', { method: 'POST', headers: tus }],
      [`/api/files/${ids.agencyFile}`, { method: 'PATCH', headers: tus, body: 'abc' }],
      [`/api/files/${ids.agencyFile}`, { method: 'DELETE' }],
      ['/api/unsubscribe/unknown', { method: 'POST' }],
      ['/api/login/google/callback', { method: 'GET' }],
      ['/api/anything', { method: 'PUT' }],
    ];
    for (const [path, init] of calls) {
      const headers = { ...(init.headers as object), Cookie: owner.cookie };
      const response = await app.fetch(path, { ...init, headers });
      await response.text();
      expect([path, init.method, response.status]).toEqual([path, init.method, 403]);
    }
    expect(await rowsOfAll()).toEqual(before);
  });

  it('remains possible in the panel, including files and the admin’s own account', async () => {
    const post = (path: string, body: object, headers = {}) =>
      app.postJson(path, body, { Cookie: owner.cookie, ...headers });
    const note = await post('/api/trpc/admin.requests.setNote', {
      id: ids.clientRequest,
      note: 'We have begun',
    });
    expect(note.status).toBe(200);
    const fromPanel = { Referer: 'http://agency.test/admin?section=account' };
    const changed = { firstName: 'Olive', lastName: 'Renamed' };
    const profile = await post('/api/trpc/identity.changeProfile', changed, fromPanel);
    expect(await profile.text()).toContain(owner.id);
    const form = new FormData();
    form.append('file', new Blob([pixel]), 'pixel.png');
    const upload = await app.fetch('/api/files', {
      method: 'POST',
      headers: { Cookie: owner.cookie, ...fromPanel },
      body: form,
    });
    expect(upload.status).toBe(200);
  });
});

describe('a client view', () => {
  it('acts as the client on the site and as the admin in the panel', async () => {
    const viewer = await viewerOf(owner.cookie);
    expect(viewer).toMatchObject({
      id: client.id,
      isAdmin: false,
      clientView: { admin: { id: owner.id } },
    });
    const minutes = (Date.parse(viewer.clientView?.endsAt ?? '') - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(30);
    const panel = await viewerOf(owner.cookie, { Referer: 'http://agency.test/admin' });
    expect(panel).toMatchObject({ id: owner.id, isAdmin: true });
    expect(panel.clientView).toBeUndefined();
    // The cases are a page whose name only starts in the same way, and a page at another path of the site.
    for (const path of ['/administration', '/dashboard?to=/admin']) {
      const other = await viewerOf(owner.cookie, { Referer: `http://agency.test${path}` });
      expect(other.id).toBe(client.id);
    }
  });

  it('is bound to its session: the admin’s other browser and the client are not affected', async () => {
    const login = await app.postJson('/api/admin/login', {
      username: owner.username,
      password: 'a password of the tests',
    });
    const other = login.headers.getSetCookie().find((one) => one.startsWith('session=')) ?? '';
    expect(await viewerOf(other.split(';')[0] ?? '')).toMatchObject({ id: owner.id });
    expect((await viewerOf(clientCookie)).clientView).toBeUndefined();
  });

  it('ends by a click or a sign-out; both write audit entries about the client', async () => {
    const response = await endView(owner.cookie);
    expect(await response.json()).toMatchObject([{ result: { data: { clientId: client.id } } }]);
    const own = await viewerOf(owner.cookie);
    expect(own).toMatchObject({ id: owner.id, isAdmin: true });
    expect(own.endedClientView).toBeUndefined();
    const leaving = await signedInAs(app, 'manager');
    await viewAs(leaving.cookie);
    await app.fetch('/api/logout', { headers: { Cookie: leaving.cookie } });
    const rows = await app.sql<{ action: string; actorId: string; description: string }[]>`
      select action, actor_id as "actorId", description from audit_log
      where about = ${`user:${client.id}`} order by id desc limit 4`;
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user.view_ended', leaving.id],
      ['user.view_started', leaving.id],
      ['user.view_ended', owner.id],
      ['user.view_started', owner.id],
    ]);
    const detail = await app.services.admin.users.get(client.id);
    expect(detail.changes[0]?.description).toMatch(/^Olive Tester stopped viewing the site as /);
  });

  it('is replaced by a view of another client', async () => {
    const second = await signUpClient(app);
    expect(await viewAs(owner.cookie, second.id)).toBe(200);
    expect(await viewerOf(owner.cookie)).toMatchObject({ id: second.id });
    const [last] = await app.sql<{ action: string }[]>`
      select action from audit_log where about = ${`user:${client.id}`} order by id desc limit 1`;
    expect(last?.action).toBe('user.view_ended');
  });

  it('expires by the database’s clock: the admin is notified, and cannot write by mistake', async () => {
    await app.sql`update sessions set view_ends_at = now() - interval '1 second'
      where viewed_client_id is not null`;
    const viewer = await viewerOf(owner.cookie);
    expect(viewer).toMatchObject({
      id: owner.id,
      isAdmin: true,
      endedClientView: { clientId: client.id },
    });
    const headers = { Cookie: owner.cookie };
    const late = await app.postJson('/api/trpc/requests.create', { title: 'A page' }, headers);
    expect(late.status).toBe(403);
    expect(await late.text()).toContain('has ended, and nothing was changed');
    const page = await app.fetch('/dashboard', { headers });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('has ended');
    const rows = await rowsOfAll();
    await endView(owner.cookie);
    expect((await rowsOfAll()).audit_log).toBe(rows.audit_log);
    expect((await viewerOf(owner.cookie)).endedClientView).toBeUndefined();
  });

  it.each<[what: string, AdminRole | null]>([
    ['is demoted', 'viewer'],
    ['is disabled', null],
  ])('ends at the next request if the admin %s', async (_, role) => {
    const manager = await signedInAs(app, 'manager');
    await viewAs(manager.cookie);
    expect((await viewerOf(manager.cookie)).id).toBe(client.id);
    if (role) await app.sql`update users set admin_role = ${role} where id = ${manager.id}`;
    else await app.sql`update users set disabled_at = now() where id = ${manager.id}`;
    const viewer = await viewerOf(manager.cookie);
    if (role)
      expect(viewer).toMatchObject({ id: manager.id, endedClientView: { clientId: client.id } });
    else expect(viewer).toBeNull();
  });

  it('ends if the client is deleted, and cannot start again', async () => {
    const gone = await signUpClient(app);
    await viewAs(owner.cookie, gone.id);
    await app.sql`update users set deleted_at = now(), first_name = '', last_name = ''
      where id = ${gone.id}`;
    expect(await viewerOf(owner.cookie)).toMatchObject({ id: owner.id });
    expect(await viewAs(owner.cookie, gone.id)).toBe(404);
  });

  it('can only show clients, and cannot be started by a client', async () => {
    const admin = await signedInAs(app, 'manager');
    expect(await viewAs(owner.cookie, admin.id)).toBe(404);
    expect(await viewAs(clientCookie)).toBe(403);
  });
});

describe('pages of a client view', () => {
  const pageFor = async (path: string, cookie?: string) => {
    const response = await app.fetch(path, cookie ? { headers: { Cookie: cookie } } : {});
    return { cache: response.headers.get('cache-control'), html: await response.text() };
  };

  it('show the client and the banner, and are not cached for others', async () => {
    for (const path of ['/', '/services', '/dashboard', '/account']) {
      const viewed = await pageFor(path, owner.cookie);
      expect(viewed.html).toContain('Nothing can be changed');
      expect(viewed.cache).toBe('private, no-store');
      const others = [await pageFor(path), await pageFor(path, clientCookie)];
      await endView(owner.cookie);
      others.push(await pageFor(path, owner.cookie));
      for (const { html } of others) expect(html).not.toContain('Nothing can be changed');
      await viewAs(owner.cookie);
      const again = await pageFor(path, clientCookie);
      expect(again.html).toContain(client.id);
      expect(again.html).not.toContain(owner.id);
    }
  });

  it('exclude the panel, which the admin still sees as an admin', async () => {
    const { html } = await pageFor('/admin', owner.cookie);
    expect(html).toContain(owner.id);
    expect(html).not.toContain('Nothing can be changed');
  });

  it('are not counted as visits', async () => {
    const sent = await app.fetch('/api/views', {
      method: 'POST',
      headers: { Cookie: owner.cookie },
      body: '/services',
    });
    expect(sent.status).toBe(204);
  });
});

describe('a page that was rendered for a client view', () => {
  const callAs = async (viewed: string, path: string, body?: object, headers = {}) => {
    const all = { Cookie: owner.cookie, 'X-Viewed-Client': viewed, ...headers };
    const response = body
      ? await app.postJson(path, body, all)
      : await app.fetch(path, { headers: all });
    await response.text();
    return response.status;
  };

  it('neither reads nor changes data of the admin or another client once the view has changed', async () => {
    const other = await signUpClient(app);
    const [profile, change] = ['/api/trpc/identity.viewer', '/api/trpc/identity.changeProfile'];
    const names = { firstName: 'Marenka', lastName: 'Okafor' };
    expect(await callAs(client.id, profile)).toBe(200);
    expect(await callAs(client.id, change, names)).toBe(403);
    await viewAs(owner.cookie, other.id);
    expect(await callAs(client.id, profile)).toBe(403);
    await (await endView(owner.cookie)).text();
    expect(await callAs(client.id, profile)).toBe(403);
    expect(await callAs(client.id, change, names)).toBe(403);
    expect(await callAs(client.id, '/api/service-requests', { title: 'Hello' })).toBe(403);
    expect((await userOf(app, owner.id)).firstName).not.toBe('Marenka');
    // Without a view, the page is the admin's own.
    expect((await viewerOf(owner.cookie)).id).toBe(owner.id);
  });

  it('ignores panels of other sites', async () => {
    const foreign = { Referer: 'https://idp.example/admin/x' };
    expect((await viewerOf(owner.cookie, foreign)).id).toBe(client.id);
    const own = { Referer: 'http://agency.test/admin' };
    expect((await viewerOf(owner.cookie, own)).id).toBe(owner.id);
  });

  it('ends when the admin’s role changes', async () => {
    const manager = await signedInAs(app, 'manager');
    await viewAs(manager.cookie);
    const ask = (role: string) =>
      app.services.admin.admins.update({ ...owner, isAdmin: true } as never, {
        id: manager.id,
        role: role as AdminRole,
      });
    await ask('editor');
    await ask('manager');
    expect((await viewerOf(manager.cookie)).clientView).toBeUndefined();
  });
});
