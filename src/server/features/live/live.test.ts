import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { presenceLock } from '~/server/platform/events/presence';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp, testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { listen } from '~/testing/live-listener';
import { contactMessage } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { userOf } from '~/testing/threads';

const statements: string[] = [];
const options = { env: { TRUST_PROXY: '1' }, rateLimits: { messages: 1e6 } };
const app = testApp({ ...options, onStatement: (one) => statements.push(one) });
let other: TestApp;
let client: TestClient;

beforeAll(async () => {
  other = await startTestApp({ ...options, databaseUrl: app.databaseUrl });
  client = await signUpClient(app);
});
afterAll(() => other.close());

const say = async (id: number, text: string, to = app) =>
  to.services.requestThreads.send(await userOf(app, client.id), { id, text, fileIds: [] });

async function asAdmin() {
  const { id: adminId, cookie } = await signedInAs(app, 'owner');
  const admin = await userOf(app, adminId);
  const { requestThreads, requests } = app.services.admin;
  return {
    cookie,
    write: (id: number, internal: boolean) =>
      requestThreads.send(admin, { id, text: 'Hello', internal, fileIds: [], deliverableIds: [] }),
    assign: (id: number) =>
      app.services.admin.conversations.setOwner(admin, { kind: 'request', id, ownerId: adminId }),
    start: (id: number) => requests.setStatus(admin, id, 'in_progress'),
  };
}

describe('a client’s stream', () => {
  it('has changes of the client’s own requests, from every instance, and nothing internal', async () => {
    const stranger = await signUpClient(app);
    const mine = await createRequest(client);
    const theirs = await createRequest(stranger);
    const stream = await listen(app, client.headers);
    const { write, assign, start } = await asAdmin();
    await write(theirs.id, false);
    await write(mine.id, true);
    await assign(mine.id);
    // The first event is the later one, so the earlier change was not announced to the client.
    await start(mine.id);
    await stream.until(() => stream.has(`requests ${mine.id}`));
    expect(stream.heard).toEqual([{ topic: 'requests', id: mine.id }]);
    const { id } = await write(mine.id, false);
    await stream.until(() => stream.has(`requestThreads ${mine.id}`));
    stream.heard.length = 0;
    await say(mine.id, 'Thanks', other);
    await stream.until(() => stream.has(`requestThreads ${mine.id}`));
    stream.heard.length = 0;
    await client.mutate('requestThreads.markRead', { id: mine.id, messageId: id });
    await stream.until(() => stream.has('message_reads null'));
    await stream.stop();
  });

  it('includes sent documents, but no drafts', async () => {
    const stream = await listen(app, client.headers);
    const { newProposal, newInvoice } = salesOf(() => app);
    const { proposals, invoices } = app.services.admin;
    const invoice = await newInvoice({}, client.email);
    const proposal = await newProposal({}, client.email);
    await proposals.send('system', proposal.id);
    await stream.until(() => stream.has(`proposals ${proposal.id}`));
    expect(stream.heard.filter(({ topic }) => topic === 'invoices')).toEqual([]);
    stream.heard.length = 0;
    await client.mutate('proposals.askAsClient', { id: proposal.id, text: 'And the hosting?' });
    await stream.until(() => stream.has(`proposals ${proposal.id}`));
    await invoices.issue('system', invoice.id);
    await stream.until(() => stream.has(`invoices ${invoice.id}`));
    await stream.stop();
  });

  it('reports that everything may have changed after the announcements were interrupted', async () => {
    const stream = await listen(app, client.headers);
    await app.sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = ${presenceLock}
        and objid = ${app.services.presence.instance}`;
    await stream.until(() => stream.has('all null'));
    const { id } = await createRequest(client);
    await stream.until(() => stream.has(`requests ${id}`));
    await stream.stop();
  }, 20_000);

  it('ends with the session, on every instance, and with its server', async () => {
    const leaving = await signUpClient(app);
    const stopping = await startTestApp({ ...options, databaseUrl: app.databaseUrl });
    const streams = [await listen(app, leaving.headers), await listen(other, leaving.headers)];
    const stays = await listen(stopping, client.headers);
    await app.fetch('/api/logout', { headers: leaving.headers });
    for (const stream of streams) await stream.until(() => stream.state.isOver);
    expect(stays.state.isOver).toBe(false);
    await stopping.close();
    await stays.until(() => stays.state.isOver);
  });

  it('is rejected for a thread of another client', async () => {
    const stranger = await signUpClient(app);
    const { id } = await createRequest(client);
    const stream = await listen(app, stranger.headers, { openRequestId: id });
    await stream.until(() => stream.errors.length === 1);
    expect(stream.errors[0]).toContain('"httpStatus":404');
    await stream.stop();
  });

  it('makes no queries while idle, for 100 streams', async () => {
    const streams = await Promise.all(
      Array.from({ length: 100 }, () => listen(app, client.headers)),
    );
    const ofJobs =
      /job_runs|mails|webhook_|pending_notifications|billing|stripe|payments|settings/i;
    // Each stream reads its session once after it has started to listen.
    const counts = [-1];
    await expect
      .poll(() => counts.unshift(statements.length) && counts[0] === counts[1], {
        interval: 500,
        timeout: 30_000,
      })
      .toBe(true);
    statements.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(statements.filter((one) => !ofJobs.test(one))).toEqual([]);
    await Promise.all(streams.map((one) => one.stop()));
  }, 60_000);
});

describe('the panel’s stream', () => {
  it('has everything that the role can see, including internal messages and content', async () => {
    const { id } = await createRequest(client);
    const { cookie, write } = await asAdmin();
    const editor = await signedInAs(app, 'editor');
    const [ofOwner, ofEditor] = [
      await listen(app, { Cookie: cookie }, { isPanel: true }),
      await listen(app, { Cookie: editor.cookie }, { isPanel: true }),
    ];
    await write(id, true);
    await ofOwner.until(() => ofOwner.has(`requestThreads ${id}`));
    await app.services.messages.send(contactMessageSchema.parse(contactMessage()));
    await ofOwner.until(() => ofOwner.has('contact_messages null'));
    await app.sql`update services set featured = featured where id = 1`;
    for (const stream of [ofOwner, ofEditor]) await stream.until(() => stream.has('services null'));
    expect(ofEditor.heard).toEqual([{ topic: 'services', id: null }]);
    await Promise.all([ofOwner.stop(), ofEditor.stop()]);
  });

  it('ends when the role changes', async () => {
    const manager = await signedInAs(app, 'manager');
    const stream = await listen(app, { Cookie: manager.cookie }, { isPanel: true });
    await app.sql`update users set admin_role = 'editor' where id = ${manager.id}`;
    await stream.until(() => stream.state.isOver);
  });

  it('is rejected for a client, and a client’s stream is rejected for an admin', async () => {
    const { cookie } = await asAdmin();
    for (const [headers, input] of [
      [client.headers, { isPanel: true }],
      [{ Cookie: cookie }, {}],
    ] as const) {
      const stream = await listen(app, headers, input);
      await stream.until(() => stream.errors.length === 1);
      expect(stream.errors[0]).toContain('"httpStatus":403');
      await stream.stop();
    }
  });
});

describe('an open thread', () => {
  it('is known to every instance while it is open on a screen of either side', async () => {
    const { id } = await createRequest(client);
    const { cookie } = await asAdmin();
    const { presence } = other.services;
    for (const [headers, input, who] of [
      [client.headers, { openRequestId: id }, { userId: client.id }],
      [{ Cookie: cookie }, { openRequestId: id, isPanel: true }, 'any admin'],
    ] as const) {
      const isOpen = () => presence.isOpen(id, who);
      const [one, two] = [await listen(app, headers, input), await listen(app, headers, input)];
      await expect.poll(isOpen).toBe(true);
      await one.stop();
      expect(await isOpen()).toBe(true);
      await two.stop();
      await expect.poll(isOpen).toBe(false);
    }
  });

  it('ends with an instance that was killed', async () => {
    const { id } = await createRequest(client);
    const { presence } = app.services;
    await app.sql`insert into open_threads (instance, user_id, request_id)
      values (12345, ${client.id}, ${id})`;
    expect(await presence.isOpen(id, { userId: client.id })).toBe(false);
    await presence.sweep();
    expect(await app.sql`select 1 from open_threads where instance = 12345`).toHaveLength(0);
  });
});
