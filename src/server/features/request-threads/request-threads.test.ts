import { beforeAll, describe, expect, it } from 'vitest';

import type { UploadedFile } from '~/contract/files/files-schema';
import { newInvoiceSchema } from '~/contract/invoices/invoices-schema';
import type {
  AdminMessage,
  AdminRequestThread,
  FilePage,
  Message,
  Unread,
} from '~/contract/threads/threads-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { invoiceFields } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';
import { agencyFileIn, uploadAs, userOf } from '~/testing/threads';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { messages: 1e6, requestForm: 1e6 },
});
let client: TestClient;
let stranger: TestClient;
let admin: { id: string; ask: ReturnType<typeof askerOf> };

beforeAll(async () => {
  client = await signUpClient(app);
  stranger = await signUpClient(app);
  const { id, cookie } = await signedInAs(app, 'manager');
  admin = { id, ask: askerOf(app, cookie) };
});

const newRequest = async () => (await createRequest(client)).id;
const write = async (id: number, body: object, headers = {}) => {
  const response = await client.post(`/api/service-requests/${id}/messages`, body, headers);
  return { status: response.status, body: (await response.json()) as Message };
};
const read = async (id: number, query = '') => {
  const response = await client.get(`/api/service-requests/${id}/messages${query}`);
  return (await response.json()) as Message[];
};
const answer = async (id: number, body: object) =>
  (await admin.ask<AdminMessage>('POST', `/api/admin/service-requests/${id}/messages`, body)).body;
const beside = (id: number) => client.query<AdminRequestThread>('requestThreads.get', { id });
const besideForAdmin = async (id: number) => {
  const input = encodeURIComponent(JSON.stringify({ id }));
  const { body } = await admin.ask<{ result: { data: AdminRequestThread } }>(
    'GET',
    `/api/trpc/admin.requestThreads.get?input=${input}`,
  );
  return body.result.data;
};

interface PlanRow {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }];
}

describe('a thread', () => {
  it('contains the messages of both sides, in order and as typed', async () => {
    const id = await newRequest();
    const typed = '2*3*4 (c) <b>\n\n7. seven\n9. nine\n\n--\nBye';
    await write(id, { text: typed });
    await answer(id, { text: 'Hello **there**' });
    const messages = await read(id);
    expect(messages.map(({ byAgency, isOwn, author }) => ({ byAgency, isOwn, author }))).toEqual([
      { byAgency: false, isOwn: true, author: 'Ada Byron' },
      { byAgency: true, isOwn: false, author: 'Olive Tester' },
    ]);
    expect(messages.map(({ text }) => text)).toEqual([typed, 'Hello **there**']);
  });

  it('is paged backwards by cursor, with constant work for a long thread', async () => {
    const id = await newRequest();
    await app.sql`insert into messages (conversation_id, author_name, by_agency, internal, text)
      select id, 'Olive', true, n % 2 = 0, 'No ' || n from conversations, generate_series(1, 10000) n where request_id = ${id}`;
    const first = await client.query<{ rows: Message[]; before: number }>('requestThreads.page', {
      id,
    });
    expect(first.rows).toHaveLength(50);
    expect(first.rows.at(-1)?.text).toBe('No 9999');
    const older = await read(id, `?before=${first.before}&limit=2`);
    expect(older.map(({ text }) => text)).toEqual(['No 9897', 'No 9899']);
    const [{ 'QUERY PLAN': plan }] = await app.sql<
      [PlanRow]
    >`explain (format json, analyze, buffers)
      select * from messages
      where conversation_id = (select id from conversations where request_id = ${id}) and not internal and id < ${first.before}
      order by id desc limit 51`;
    expect(plan[0].Plan['Shared Hit Blocks']).toBeLessThan(150);
    expect(JSON.stringify(plan)).toContain('messages_client_idx');
    expect((await beside(id)).unread).toBe(100);
  });

  it('stores one message for several concurrent calls with the same key', async () => {
    const id = await newRequest();
    const send = () => write(id, { text: 'Once' }, { 'Idempotency-Key': 'one' });
    const sent = await Promise.all([send(), send(), send(), send()]);
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
    expect(await read(id)).toHaveLength(1);

    const key = { 'Idempotency-Key': 'one' };
    expect((await write(id, { text: 'Something else' }, key)).status).toBe(422);
    expect((await write(await newRequest(), { text: 'Once' }, key)).status).toBe(422);
  });

  it('shows a pinned message above the client’s brief, as plain text', async () => {
    const id = await newRequest();
    const send = (body: object) =>
      admin.ask('POST', `/api/admin/service-requests/${id}/messages`, body);
    expect((await send({ text: 'We begin **on Monday**', pinned: true })).status).toBe(200);
    await send({ text: 'Something else' });
    const [row] = await app.sql`select note from service_requests where id = ${id}`;
    expect(row).toEqual({ note: 'We begin **on Monday**' });
    expect((await send({ text: 'Hidden', pinned: true, internal: true })).status).toBe(400);
  });

  it('refuses messages to a client whose data was deleted', async () => {
    const former = await signUpClient(app);
    const { id } = await createRequest(former);
    await app.sql`update users set deleted_at = now() where id = ${former.id}`;
    const path = `/api/admin/service-requests/${id}/messages`;
    expect(await admin.ask('POST', path, { text: 'Hello' })).toMatchObject({
      status: 409,
      body: { message: 'The data of this client was deleted' },
    });
  });

  it('refuses a message without text and files', async () => {
    const id = await newRequest();
    const { status, body } = await write(id, { text: '   ' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message: 'Please write a message' });
  });

  it('accepts at most ten files per message, each uploaded by its author and used once', async () => {
    const id = await newRequest();
    const user = await userOf(app, client.id);
    const { id: fileId } = await uploadAs(app.services, user);
    const foreign = await uploadAs(app.services, await userOf(app, stranger.id));
    expect((await write(id, { text: '', fileIds: [foreign.id] })).status).toBe(404);
    const tooMany = Array.from({ length: 11 }, (_, n) => n + 1);
    expect((await write(id, { text: 'x', fileIds: tooMany })).status).toBe(400);
    const { body } = await write(id, { text: '', fileIds: [fileId, fileId] });
    expect(body.files).toEqual([expect.objectContaining({ id: fileId, type: 'image/png' })]);
    expect((await beside(id)).files).toMatchObject([
      { id: fileId, byAgency: false, messageId: body.id, sentAt: body.createdAt },
    ]);
    expect((await write(id, { text: 'again', fileIds: [fileId] })).status).toBe(404);
    expect(await read(id)).toHaveLength(1);
  });
});

describe('an internal message', () => {
  it('is in no response to the client', async () => {
    const id = await newRequest();
    const user = await userOf(app, admin.id);
    const open = await answer(id, { text: 'For you' });
    const file = await agencyFileIn(app, user, id, { internal: true });
    const hidden = await answer(id, { text: 'Between us: zebra', internal: true });
    expect(hidden.internal).toBe(true);

    expect((await read(id)).map(({ id: one }) => one)).toEqual([open.id]);
    const thread = await beside(id);
    expect(thread.unread).toBe(1);
    expect(thread.deliverables).toEqual([]);
    expect(thread.files).toEqual([]);
    expect(JSON.stringify([await read(id), thread])).not.toMatch(/zebra|internal/);
    const total = await client.query<{ requests: object[] }>('requestThreads.unread');
    expect(total.requests).toContainEqual(
      expect.objectContaining({ requestId: id, unread: 1, isWaiting: false, undecided: 0 }),
    );
    const search = await client.query<{ total: number }>('requests.search', { search: 'zebra' });
    expect(search.total).toBe(0);
    for (const path of [`/api/files/${file.fileId}`]) {
      expect((await client.get(path)).status).toBe(404);
    }
    for (const verb of ['approve', 'return']) {
      const response = await client.post(
        `/api/files/${file.fileId}/${verb}`,
        verb === 'return' ? { comment: 'x' } : {},
      );
      expect(response.status).toBe(404);
    }
    expect(await client.mutate('requestThreads.edit', { id: hidden.id, text: 'Mine' })).toBe(404);
    expect(await client.mutate('requestThreads.remove', { id: hidden.id })).toBe(404);
    // A read mark past the last visible message does not reveal how long the thread is.
    expect(await client.mutate('requestThreads.markRead', { id, messageId: hidden.id })).toEqual({
      lastReadId: open.id,
    });
    const [pending] = await app.sql`
      select after_message_id from pending_notifications where request_id = ${id} and to_client`;
    expect(pending?.after_message_id).toBe(open.id - 1);
  });

  it('does not count as an answer to the client', async () => {
    const id = await newRequest();
    await write(id, { text: 'When?' });
    await answer(id, { text: 'Who knows?', internal: true });
    expect((await besideForAdmin(id)).dueAt).toMatch(/Z$/);
    const waiting = async () =>
      (await app.services.admin.requestThreads.unanswered()).map(({ requestId }) => requestId);
    expect(await waiting()).toContain(id);
    await answer(id, { text: 'On Friday' });
    expect((await besideForAdmin(id)).dueAt).toBeNull();
    expect(await waiting()).not.toContain(id);
  });
});

describe('an id of another client’s record', () => {
  it('is treated exactly like an unknown id', async () => {
    const id = await newRequest();
    const { body } = await write(id, { text: 'Mine' });
    const user = await userOf(app, admin.id);
    const { fileId } = await agencyFileIn(app, user, id);
    const missing = 2_000_000_000;
    const calls: [string, (one: number) => Promise<Response>][] = [
      [String(id), (one) => stranger.get(`/api/service-requests/${one}/messages`)],
      [String(id), (one) => stranger.post(`/api/service-requests/${one}/messages`, { text: 'x' })],
      [String(fileId), (one) => stranger.get(`/api/files/${one}`)],
      [String(fileId), (one) => stranger.post(`/api/files/${one}/approve`, {})],
      [String(fileId), (one) => stranger.post(`/api/files/${one}/return`, { comment: 'x' })],
    ];
    for (const [known, call] of calls) {
      const [foreign, none] = [await call(Number(known)), await call(missing)];
      expect(foreign.status).toBe(404);
      expect(none.status).toBe(404);
      expect(await foreign.text()).toBe(await none.text());
    }
    expect(await stranger.mutate('requestThreads.edit', { id: body.id, text: 'x' })).toBe(404);
    expect(await stranger.mutate('requestThreads.remove', { id: body.id })).toBe(404);
    const inputs = {
      'requestThreads.markRead': { id, messageId: body.id },
      'requestThreads.saveDraft': { id, text: 'x', fileIds: [] },
    };
    for (const [procedure, input] of Object.entries(inputs)) {
      expect(await stranger.mutate(procedure, input)).toBe(404);
    }
  });
});

describe('a message of the signed-in user', () => {
  it('can be edited for 15 minutes, and is then marked as edited', async () => {
    const id = await newRequest();
    const { body } = await write(id, { text: 'Helo' });
    expect(body.editedAt).toBeNull();
    const edited = await client.mutate<Message>('requestThreads.edit', {
      id: body.id,
      text: 'Hello',
    });
    expect(edited).toMatchObject({ text: 'Hello', editedAt: expect.stringMatching(/Z$/) });
    await app.sql`update messages set created_at = now() - interval '16 minutes'
      where id = ${body.id}`;
    expect(await client.mutate('requestThreads.edit', { id: body.id, text: 'Late' })).toBe(409);
    expect(await client.mutate('requestThreads.remove', { id: body.id })).toBe(409);
    expect((await read(id))[0]).toMatchObject({ text: 'Hello', editableUntil: null });
  });

  it('is deleted with its files', async () => {
    const id = await newRequest();
    const { id: fileId } = await uploadAs(app.services, await userOf(app, client.id));
    const { body } = await write(id, { text: 'See', fileIds: [fileId] });
    const [{ key }] = await app.sql<[{ key: string }]>`select key from files where id = ${fileId}`;
    expect(await client.mutate('requestThreads.remove', { id: body.id })).toEqual({ id: body.id });
    expect(await read(id)).toEqual([]);
    expect((await client.get(`/api/files/${fileId}`)).status).toBe(404);
    expect(await app.sql`select 1 from file_chunks where key = ${key}`).toHaveLength(0);
    expect((await besideForAdmin(id)).unansweredSince).toBeNull();
  });
});

describe('related data of a thread', () => {
  it('a draft is stored until the message is sent', async () => {
    const id = await newRequest();
    await client.mutate('requestThreads.saveDraft', { id, text: 'Half a sen', fileIds: [] });
    expect((await beside(id)).draft).toEqual({ text: 'Half a sen', fileIds: [] });
    expect((await besideForAdmin(id)).draft.text).toBe('');
    await write(id, { text: 'Half a sentence' });
    expect((await beside(id)).draft.text).toBe('');
  });

  it('unread marks are separate for each side', async () => {
    const id = await newRequest();
    const { body } = await write(id, { text: 'One' });
    await write(id, { text: 'Two' });
    expect((await besideForAdmin(id)).unread).toBe(2);
    const mark = (messageId: number) =>
      admin.ask('POST', '/api/trpc/admin.conversations.markRead', {
        ...{ kind: 'request', id, messageId },
      });
    await mark(body.id);
    expect((await besideForAdmin(id)).unread).toBe(1);
    await mark(body.id + 1_000_000);
    await mark(body.id);
    expect((await besideForAdmin(id)).unread).toBe(0);
    await write(id, { text: 'Three' });
    expect((await besideForAdmin(id)).unread).toBe(1);
    expect((await beside(id)).unread).toBe(0);
  });

  it('“waiting on you” is set by the agency and cleared by the reply', async () => {
    const id = await newRequest();
    await admin.ask('POST', '/api/trpc/admin.requestThreads.setWaiting', { id, waiting: true });
    expect((await beside(id)).waitingSince).toMatch(/Z$/);
    const marks = await client.query<{ requests: object[] }>('requestThreads.unread');
    expect(marks.requests).toContainEqual(
      expect.objectContaining({ requestId: id, unread: 0, isWaiting: true }),
    );
    await write(id, { text: 'Here you are' });
    expect((await beside(id)).waitingSince).toBeNull();
    await answer(id, { text: 'And the logo?', waiting: true });
    expect((await beside(id)).waitingSince).toMatch(/Z$/);
  });

  it('has an assignee, whom the client does not see', async () => {
    const id = await newRequest();
    await admin.ask('POST', '/api/trpc/admin.conversations.setOwner', {
      ...{ kind: 'request', id, ownerId: admin.id },
    });
    expect((await besideForAdmin(id)).assignee).toEqual({ id: admin.id, name: 'Olive Tester' });
    expect(JSON.stringify(await beside(id))).not.toContain('assignee');
  });

  it('a proposal and an invoice of the request are listed, drafts only for the agency', async () => {
    const id = await newRequest();
    const { items } = invoiceFields;
    const fields = newInvoiceSchema.parse({ clientId: client.id, requestId: id, items });
    await app.services.admin.invoices.create('system', fields);
    expect((await beside(id)).invoices).toEqual([]);
    expect((await besideForAdmin(id)).invoices).toMatchObject([
      { status: 'draft', total: '100.00' },
    ]);
  });
});

describe('a deliverable', () => {
  const decide = async (fileId: number, verb: 'approve' | 'return', comment = 'Too small') => {
    const response = await client.post(
      `/api/files/${fileId}/${verb}`,
      verb === 'return' ? { comment } : {},
    );
    const body = (await response.json()) as { requestStatus: string; message?: string };
    return { status: response.status, body };
  };
  const sent = async (id: number) => agencyFileIn(app, await userOf(app, admin.id), id);

  it('does not change its request when it is approved; only the agency completes the request', async () => {
    const id = await newRequest();
    const [one, two] = [await sent(id), await sent(id)];
    const waiting = async () =>
      (await client.query<Unread>('requestThreads.unread')).requests.find(
        (row) => row.requestId === id,
      );
    expect(await waiting()).toMatchObject({ title: expect.any(String), undecided: 2 });
    expect((await decide(one.fileId, 'approve')).body.requestStatus).toBe('pending');
    expect(await waiting()).toMatchObject({ undecided: 1 });
    expect((await decide(two.fileId, 'approve')).body.requestStatus).toBe('pending');
    const [request] = await app.sql`select status from service_requests where id = ${id}`;
    expect(request).toEqual({ status: 'pending' });
  });

  it.each(['approve', 'return'] as const)(
    'is the only kind of agency file that a client can %s',
    async (verb) => {
      const id = await newRequest();
      const { fileId } = await sent(id);
      await app.sql`update files set deliverable = null where id = ${fileId}`;
      await app.sql`update service_requests set status = 'completed' where id = ${id}`;
      expect(await decide(fileId, verb)).toMatchObject({
        status: 409,
        body: { message: 'This file is not to be approved' },
      });
      const [request] = await app.sql`select status from service_requests where id = ${id}`;
      expect(request).toEqual({ status: 'completed' });
    },
  );

  it('for which the client requests changes sets the request to in progress, with the comment', async () => {
    const id = await newRequest();
    const { fileId } = await sent(id);
    expect((await client.post(`/api/files/${fileId}/return`, {})).status).toBe(400);
    expect((await decide(fileId, 'return')).body).toMatchObject({
      deliverable: 'returned',
      comment: 'Too small',
      requestStatus: 'in_progress',
    });
    expect((await beside(id)).deliverables).toMatchObject([{ deliverable: 'returned' }]);
  });

  it('accepts no other decision after several concurrent approvals', async () => {
    const id = await newRequest();
    const { fileId, messageId } = await sent(id);
    const all = await Promise.all(Array.from({ length: 5 }, () => decide(fileId, 'approve')));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await decide(fileId, 'return')).toMatchObject({ status: 409 });
    const undone = await admin.ask('POST', '/api/trpc/admin.conversations.remove', {
      ...{ kind: 'request', id: messageId },
    });
    expect(undone.status).toBe(409);
  });

  it('of a canceled request cannot be decided', async () => {
    const id = await newRequest();
    const { fileId } = await sent(id);
    await app.sql`update service_requests set status = 'cancelled' where id = ${id}`;
    expect(await decide(fileId, 'approve')).toMatchObject({ status: 409 });
  });

  it('is a file of the agency, never the client’s own', async () => {
    const id = await newRequest();
    const own: UploadedFile = await uploadAs(app.services, await userOf(app, client.id));
    await write(id, { text: 'Mine', fileIds: [own.id] });
    expect((await decide(own.id, 'approve')).status).toBe(404);
  });
});

const filesOf = (who: TestClient, query: object = {}) =>
  who.query<FilePage>('requestThreads.files', query);

it('the list of a client’s files has pages, and omits internal files and those of other clients', async () => {
  const [client, stranger] = [await signUpClient(app), await signUpClient(app)];
  const agent = await userOf(app, admin.id);
  const { id: first } = await createRequest(client);
  const { id: second } = await createRequest(client);
  const { id: foreign } = await createRequest(stranger);
  const design = await agencyFileIn(app, agent, first, { deliverable: true });
  await agencyFileIn(app, agent, first, { internal: true });
  const plan = await agencyFileIn(app, agent, second, { deliverable: false });
  const theirs = await agencyFileIn(app, agent, foreign);
  const own = await uploadAs(app.services, await userOf(app, client.id), undefined, '100%.png');
  // The list does not contain the upload, because no message contains it yet.
  expect((await filesOf(client)).rows.map(({ id }) => id)).toEqual([plan.fileId, design.fileId]);
  await client.post(`/api/service-requests/${second}/messages`, { fileIds: [own.id] });

  const { rows, total, page } = await filesOf(client);
  expect({ total, page }).toEqual({ total: 3, page: 1 });
  expect(
    rows.map(({ id, requestId, byAgency, deliverable }) => ({
      id,
      requestId,
      byAgency,
      deliverable,
    })),
  ).toEqual(
    [
      { id: plan.fileId, requestId: second, byAgency: true, deliverable: null },
      { id: design.fileId, requestId: first, byAgency: true, deliverable: 'waiting' },
      { id: own.id, requestId: second, byAgency: false, deliverable: null },
    ].sort((a, b) => b.id - a.id),
  );
  expect(rows[0]?.requestTitle).not.toBe('');
  expect((await filesOf(stranger)).rows.map(({ id }) => id)).toEqual([theirs.fileId]);

  expect((await filesOf(client, { status: 'waiting' })).rows).toMatchObject([
    { id: design.fileId },
  ]);
  expect((await filesOf(client, { search: '100%' })).rows).toMatchObject([{ id: own.id }]);
  expect(await filesOf(client, { search: 'no such file' })).toMatchObject({ rows: [], total: 0 });
});

it('the list of a client’s files returns the last page for a page number past the end', async () => {
  const client = await signUpClient(app);
  const { id } = await createRequest(client);
  await app.sql`insert into messages (conversation_id, author_name, by_agency, text)
    select id, 'Olive', true, 'Many' from conversations where request_id = ${id}`;
  await app.sql`insert into files (key, message_id, name, size, received, type, finished_at)
    select 'many-' || n, (select max(id) from messages), 'Page ' || n, 1, 1, 'text/plain', now()
    from generate_series(1, 12) n`;
  const last = await filesOf(client, { page: 99 });
  expect(last).toMatchObject({ total: 12, page: 2 });
  expect(last.rows).toHaveLength(2);
});
