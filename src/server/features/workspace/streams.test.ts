import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { presenceLock } from '~/server/platform/events/presence';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { type Heard, listen } from '~/testing/thread-listener';
import { userOf } from '~/testing/threads';

let app: TestApp;
let other: TestApp;
let client: TestClient;
const statements: string[] = [];
const options = { env: { TRUST_PROXY: '1' }, rateLimits: { messages: 1e6 } };

beforeAll(async () => {
  app = await startTestApp({ ...options, onStatement: (one) => statements.push(one) });
  other = await startTestApp({ ...options, databaseUrl: app.databaseUrl });
  client = await signUpClient(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** As a job asks. */
const hasOpen = (from: TestApp, id: number, who: { userId: string } | 'any admin') =>
  from.services.presence.isOpen(id, who);

const say = (id: number, text: string, to = app) =>
  userOf(app, client.id).then((user) =>
    to.services.workspace.send(user, { id, text, fileIds: [] }),
  );
const kinds = (heard: Heard[]) => heard.map(({ kind }) => kind);

describe('a client’s stream', () => {
  it('tells of own requests alone, and of nothing internal', async () => {
    const stranger = await signUpClient(app);
    const mine = await createRequest(client);
    const theirs = await createRequest(stranger);
    const stream = await listen(app, client.headers);
    await stream.until(() => stream.heard.length === 1);
    expect(kinds(stream.heard)).toEqual(['ready']);

    const { id: adminId } = await signedInAs(app, 'owner');
    const admin = await userOf(app, adminId);
    const write = (id: number, internal: boolean) =>
      app.services.admin.workspace.send(admin, {
        id,
        text: 'Hello',
        internal,
        fileIds: [],
        deliverableIds: [],
      });
    await write(theirs.id, false);
    await write(mine.id, true);
    await app.services.admin.workspace.setAssignee(admin, mine.id, adminId);
    const { id } = await write(mine.id, false);
    await app.services.admin.requests.setStatus(admin, mine.id, 'in_progress');
    await stream.until(() => stream.heard.length >= 3);
    await say(mine.id, 'Thanks', other);
    await stream.until(() => stream.heard.length >= 4);
    expect(stream.heard.slice(1).map(({ eventId: _, ...one }) => one)).toEqual([
      { kind: 'message_created', requestId: mine.id, subjectId: id },
      { kind: 'request_changed', requestId: mine.id, subjectId: null },
      { kind: 'message_created', requestId: mine.id, subjectId: expect.any(Number) },
    ]);
    await stream.stop();
  });

  it('continues after the last id without a gap, in a burst from two instances', async () => {
    const { id } = await createRequest(client);
    const first = await listen(app, client.headers);
    await first.until(() => first.heard.length === 1);
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, n) => say(id, `No ${n}`, n % 2 ? app : other)),
    );
    await first.until(() => first.heard.length > 5);
    await first.stop();
    const seen = [...first.heard];
    // Comes back at another instance, in the middle of the burst.
    const second = await listen(other, client.headers, { lastEventId: seen.at(-1)?.eventId ?? 0 });
    const sent = await writing;
    const created = () =>
      [...seen, ...second.heard].filter(({ kind }) => kind === 'message_created');
    await second.until(() => created().length >= 60);
    await second.stop();
    const ids = created().map(({ subjectId }) => subjectId ?? 0);
    expect(new Set(ids)).toEqual(new Set(sent.map((message) => message.id)));
    expect(ids).toHaveLength(60);
    const eventIds = [...seen, ...second.heard].map(({ eventId }) => eventId);
    expect(eventIds).toEqual([...eventIds].sort((a, b) => a - b));
  }, 30_000);

  it('continues without a gap after its server was restarted in a burst', async () => {
    const { id } = await createRequest(client);
    const restart = () => startTestApp({ ...options, databaseUrl: app.databaseUrl });
    const stopping = await restart();
    const before = await listen(stopping, client.headers);
    await before.until(() => before.heard.length === 1);
    const writing = Promise.all(Array.from({ length: 40 }, (_, n) => say(id, `No ${n}`)));
    await before.until(() => before.heard.length > 5);
    await stopping.close();
    await before.until(() => before.state.isOver);
    const started = await restart();
    const lastEventId = before.heard.at(-1)?.eventId ?? 0;
    const after = await listen(started, client.headers, { lastEventId });
    const sent = await writing;
    const created = () =>
      [...before.heard, ...after.heard].filter(({ kind }) => kind === 'message_created');
    await after.until(() => created().length >= 40);
    await after.stop();
    await started.close();
    expect(created().map(({ subjectId }) => subjectId)).toHaveLength(40);
    expect(new Set(created().map(({ subjectId }) => subjectId))).toEqual(
      new Set(sent.map((message) => message.id)),
    );
  }, 30_000);

  it('misses nothing when the line of announcements is cut', async () => {
    const { id } = await createRequest(client);
    const stream = await listen(app, client.headers);
    await stream.until(() => stream.heard.length === 1);
    await app.sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = ${presenceLock}
        and objid = ${app.services.presence.instance}`;
    await say(id, 'While it is cut', other);
    await stream.until(() => kinds(stream.heard).includes('message_created'));
    await say(id, 'After it');
    await stream.until(
      () => stream.heard.filter(({ kind }) => kind === 'message_created').length === 2,
    );
    await stream.stop();
  }, 20_000);

  it('says so where what was announced is not known any more', async () => {
    const { id } = await createRequest(client);
    await say(id, 'Hello');
    const [{ first }] = await app.sql<[{ first: string }]>`
      select min(id) as first from thread_events`;
    await app.sql`delete from thread_events where id < ${Number(first) + 3}`;
    const stream = await listen(app, client.headers, { lastEventId: Number(first) });
    await stream.until(() => stream.heard.length === 1);
    expect(kinds(stream.heard)).toEqual(['reset']);
    await stream.stop();
  });

  it('ends with the session', async () => {
    const leaving = await signUpClient(app);
    const stream = await listen(app, leaving.headers);
    await stream.until(() => stream.heard.length === 1);
    await app.fetch('/api/logout', { headers: leaving.headers });
    await stream.until(() => stream.state.isOver);
  });

  it('is not to be had for a foreign thread', async () => {
    const stranger = await signUpClient(app);
    const { id } = await createRequest(client);
    const stream = await listen(app, stranger.headers, { input: { openRequestId: id } });
    await stream.until(() => stream.errors.length === 1);
    expect(stream.errors[0]).toContain('"httpStatus":404');
    await stream.stop();
  });

  it('costs no queries while nothing happens, 500 at once', async () => {
    const streams = await Promise.all(
      Array.from({ length: 500 }, () => listen(app, client.headers)),
    );
    await expect
      .poll(() => streams.every(({ heard }) => heard.length === 1), { timeout: 30_000 })
      .toBe(true);
    const ofJobs =
      /job_runs|mails|webhook_|pending_notifications|billing|stripe|payments|settings/i;
    statements.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(statements.filter((one) => !ofJobs.test(one))).toEqual([]);
    await Promise.all(streams.map((one) => one.stop()));
  }, 60_000);
});

describe('an open thread', () => {
  it('is known to every instance while it is open, and no longer', async () => {
    const { id } = await createRequest(client);
    const isOpen = () => hasOpen(other, id, { userId: client.id });
    const [one, two] = [
      await listen(app, client.headers, { input: { openRequestId: id } }),
      await listen(app, client.headers, { input: { openRequestId: id } }),
    ];
    await expect.poll(isOpen).toBe(true);
    await one.stop();
    await two.until(() => two.heard.length === 1);
    expect(await isOpen()).toBe(true);
    await two.stop();
    await expect.poll(isOpen).toBe(false);
  });

  it('does not outlive an instance that was killed', async () => {
    const { id } = await createRequest(client);
    await app.sql`insert into open_threads (instance, user_id, request_id)
      values (12345, ${client.id}, ${id})`;
    expect(await hasOpen(app, id, { userId: client.id })).toBe(false);
    await app.services.threadStreams.sweep();
    expect(await app.sql`select 1 from open_threads where instance = 12345`).toHaveLength(0);
  });

  it('of an admin tells of internal messages too', async () => {
    const { id } = await createRequest(client);
    const { cookie, id: adminId } = await signedInAs(app, 'viewer');
    const stream = await listen(
      app,
      { Cookie: cookie },
      { path: 'admin.workspace.changes', input: { id } },
    );
    await stream.until(() => stream.heard.length === 1);
    expect(await hasOpen(app, id, 'any admin')).toBe(true);
    const message = { id, text: 'x', internal: true, fileIds: [], deliverableIds: [] };
    await app.services.admin.workspace.send(await userOf(app, adminId), message);
    await stream.until(() => kinds(stream.heard).includes('message_created'));
    await stream.stop();
  });
});
