import { describe, expect, it } from 'vitest';

import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import { clientPageSize, type Page } from '~/contract/common/paging';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import type { ServiceRequest } from '~/contract/requests/requests-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import {
  createRequest,
  mailsAboutRequest,
  readRequest,
  requestFields,
  signUpClient,
  type TestClient,
} from '~/testing/client-requests';
import { quoteRequest } from '~/testing/requests';
import { askerOf } from '~/testing/sign-in';
import { agencyFileIn, uploadAs, userOf } from '~/testing/threads';

const app = testApp({ env: { TRUST_PROXY: '1' }, rateLimits: { quoteForm: 1e6 } });

describe('POST /api/service-requests', () => {
  it('stores a pending request and emails the client and the agency', async () => {
    const ada = await signUpClient(app);
    const [service] = await app.sql`select id, name from services limit 1`;
    const response = await ada.post('/api/service-requests', {
      title: ' A calculating engine ',
      description: requestFields.description,
      serviceId: service?.id,
    });
    expect(response.status).toBe(200);
    const request = (await response.json()) as ServiceRequest;
    expect(request).toEqual({
      id: expect.any(Number),
      ...requestFields,
      status: 'pending',
      serviceId: service?.id,
      serviceName: service?.name,
      targetDate: null,
      wishedDate: null,
      urgent: false,
      note: '',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await readRequest(ada, request)).events).toMatchObject([
      { kind: 'created', text: '', byAgency: false },
    ]);
    const mails = await mailsAboutRequest(app, request.id);
    expect(mails.map(({ kind }) => kind)).toEqual(['request_received', 'request_notice']);
    expect(mails[0]?.to).toBe(ada.email);
    expect(mails[0]?.text).toContain(`/dashboard/requests/${request.id}`);
    expect(mails[1]?.text).toContain(`/admin?section=requests&open=${request.id}`);
    for (const { subject } of mails) expect(subject).toContain(requestFields.title);
  });

  it('accepts files, a wished date and an urgent mark, and notifies the agency', async () => {
    const ada = await signUpClient(app);
    const file = await uploadAs(app.services, await userOf(app, ada.id));
    const send = () =>
      ada.post(
        '/api/service-requests',
        { ...requestFields, wishedDate: '2027-02-01', urgent: true, fileIds: [file.id] },
        { 'Idempotency-Key': 'with-files' },
      );
    const request = (await (await send()).json()) as ServiceRequest;
    expect(request).toMatchObject({ wishedDate: '2027-02-01', urgent: true });
    // The repeated request returns the first one with its files.
    expect(((await (await send()).json()) as ServiceRequest).id).toBe(request.id);
    const messages = await ada.get(`/api/service-requests/${request.id}/messages`);
    expect(await messages.json()).toMatchObject([
      { text: '', byAgency: false, isOwn: true, files: [{ id: file.id }] },
    ]);
    const mails = await mailsAboutRequest(app, request.id);
    expect(mails.map(({ kind }) => kind)).toEqual(['request_received', 'request_notice']);
    expect(mails[1]?.subject).toMatch(/^Urgent request: /);
    expect(mails[1]?.text).toContain('1 February 2027');
  });

  it('stores a request with all of its files or not at all', async () => {
    const [ada, grace] = [await signUpClient(app), await signUpClient(app)];
    const { id } = await uploadAs(app.services, await userOf(app, grace.id));
    const response = await ada.post('/api/service-requests', { ...requestFields, fileIds: [id] });
    expect(response.status).toBe(404);
    expect(await (await ada.get('/api/service-requests')).json()).toEqual([]);
  });

  it('returns the first request for a repeated key of the same client', async () => {
    const [ada, grace] = [await signUpClient(app), await signUpClient(app)];
    const send = async (who: TestClient) => {
      const answer = await who.post('/api/service-requests', requestFields, {
        'Idempotency-Key': 'one',
      });
      return ((await answer.json()) as ServiceRequest).id;
    };
    const ids = await Promise.all(Array.from({ length: 8 }, () => send(ada)));
    expect(new Set(ids).size).toBe(1);
    expect(await mailsAboutRequest(app, ids[0] ?? 0)).toHaveLength(2);
    expect(await send(grace)).not.toBe(ids[0]);
    const other = { ...requestFields, title: 'Another job, urgent' };
    const refused = await ada.post('/api/service-requests', other, { 'Idempotency-Key': 'one' });
    expect(refused.status).toBe(422);
  });

  it('stores the request without its service if the service was deleted', async () => {
    const ada = await signUpClient(app);
    const request = await createRequest(ada, { serviceId: 2_000_000_000 });
    expect(request).toMatchObject({ serviceId: null, serviceName: '' });
  });

  it('rejects invalid fields', async () => {
    const ada = await signUpClient(app);
    const fileIds = Array.from({ length: 11 }, (_, n) => n + 1);
    for (const [changes, message] of [
      [{ title: 'ab' }, 'Title must be at least 3 characters'],
      [{ description: 'too short' }, 'Description must be at least 10 characters'],
      [{ title: 'x'.repeat(101) }, 'Please keep this to 100 characters'],
      [{ description: 'with \u0000 in it' }, 'This text holds characters that cannot be stored'],
      [{ wishedDate: 'soon' }, 'Please enter a date'],
      [{ fileIds }, 'A request holds 10 files at most'],
    ] as const) {
      const response = await ada.post('/api/service-requests', { ...requestFields, ...changes });
      expect([response.status, await response.json()]).toMatchObject([400, { message }]);
    }
  });
});

describe('GET /api/service-requests', () => {
  it('lists the client’s own requests, newest first', async () => {
    const [ada, grace] = [await signUpClient(app), await signUpClient(app)];
    const first = await createRequest(ada);
    await createRequest(grace);
    const second = await createRequest(ada, { title: 'A second engine' });
    const list = (await (await ada.get('/api/service-requests')).json()) as ServiceRequest[];
    expect(list.map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

describe('requests.search', () => {
  const find = (who: TestClient, input: object) =>
    who.query<{ rows: ServiceRequest[]; total: number; page: number }>('requests.search', input);

  it('searches and filters; a page number past the end returns the last page', async () => {
    const ada = await signUpClient(app);
    await app.sql`
      insert into service_requests (user_id, title, description, status, created_at)
      select ${ada.id}, 'Engine ' || n, 'Part no. ' || n,
        (case when n % 4 = 0 then 'completed' else 'pending' end)::request_status,
        now() - make_interval(mins => n)
      from generate_series(1, 25) n`;
    const first = await find(ada, {});
    expect(first).toMatchObject({ total: 25, page: 1 });
    expect(first.rows.map(({ title }) => title).slice(0, 2)).toEqual(['Engine 1', 'Engine 2']);
    expect(first.rows).toHaveLength(clientPageSize);
    const last = await find(ada, { page: 99 });
    expect(last).toMatchObject({ total: 25, page: 3 });
    expect(last.rows.map(({ title }) => title)).toEqual(
      [21, 22, 23, 24, 25].map((n) => `Engine ${n}`),
    );
    expect((await find(ada, { status: 'completed' })).total).toBe(6);
    expect((await find(ada, { search: 'eNGINE 2', status: 'completed' })).total).toBe(2);
    expect((await find(ada, { search: 'part no. 25' })).total).toBe(1);
    for (const search of ['%', '_', '\\', '25_', 'nothing of the kind']) {
      expect([search, (await find(ada, { search })).total]).toEqual([search, 0]);
    }
    expect(await find(await signUpClient(app), {})).toEqual({ rows: [], total: 0, page: 1 });
  });
});

describe('a pending request', () => {
  it('gets no event from an update without effect', async () => {
    const ada = await signUpClient(app);
    const [service] = await app.sql`select id from services limit 1`;
    for (const serviceId of [null, service?.id]) {
      const request = await createRequest(ada, { serviceId });
      const same = {
        id: request.id,
        ...requestFields,
        title: ` ${requestFields.title} `,
        serviceId,
      };
      expect(await ada.mutate('requests.change', same)).toEqual(request);
      // Tests that a change without an effect adds no event.
      if (serviceId === null) {
        const gone = { ...same, serviceId: 2_000_000_000 };
        expect(await ada.mutate('requests.change', gone)).toEqual(request);
      }
      expect((await readRequest(ada, request)).events.map(({ kind }) => kind)).toEqual(['created']);
    }
  });

  it('is changed when a single field differs, with an event in its timeline', async () => {
    const ada = await signUpClient(app);
    const [service] = await app.sql`select id from services limit 1`;
    for (const change of [
      { title: 'Another engine' },
      { description: 'With other pages' },
      { serviceId: service?.id },
    ]) {
      const { id } = await createRequest(ada);
      expect(
        await ada.mutate('requests.change', { id, ...requestFields, ...change }),
      ).toMatchObject(change);
      const { events } = await readRequest(ada, { id });
      expect(events.map(({ kind, byAgency }) => [kind, byAgency])).toEqual([
        ['created', false],
        ['changed', false],
      ]);
    }
  });

  it('returns the newest 200 events and whether there are older ones', async () => {
    const ada = await signUpClient(app);
    const { id } = await createRequest(ada);
    const fill = (count: number) => app.sql`
      insert into service_request_events (request_id, kind, text, by_agency)
      select ${id}, 'note', 'Note ' || n, true from generate_series(1, ${count}::int) n`;
    await fill(199);
    const all = await readRequest(ada, { id });
    expect([all.events.length, all.hasOlderEvents]).toEqual([200, false]);
    await fill(1);
    const { events, hasOlderEvents } = await readRequest(ada, { id });
    expect([events.length, hasOlderEvents]).toEqual([200, true]);
    expect(events.at(0)).toMatchObject({ text: 'Note 1' });
    expect(events.at(-1)).toMatchObject({ text: 'Note 1' });
    expect(events.at(-2)).toMatchObject({ text: 'Note 199' });
    const ofAdmin = await app.services.admin.requests.get(id);
    expect([ofAdmin.timeline, ofAdmin.hasOlderEvents]).toEqual([events, true]);
  });

  it('is canceled once, and the agency gets one email', async () => {
    const ada = await signUpClient(app);
    const { id } = await createRequest(ada);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        ada.mutate<ServiceRequest | number>('requests.cancel', { id }),
      ),
    );
    expect(answers.filter((answer) => answer === 409)).toHaveLength(5);
    const { status, events } = await readRequest(ada, { id });
    expect(status).toBe('cancelled');
    expect(events.filter(({ kind }) => kind === 'status')).toMatchObject([
      { text: 'cancelled', byAgency: false },
    ]);
    const mails = await mailsAboutRequest(app, id);
    expect(mails.map(({ kind }) => kind)).toEqual([
      'request_received',
      'request_notice',
      'request_notice',
    ]);
  });

  it.each(['in_progress', 'cancelled'])(
    'answers 409 to a change and to canceling once it is %s',
    async (status) => {
      const ada = await signUpClient(app);
      const { id } = await createRequest(ada);
      await app.sql`update service_requests set status = ${status} where id = ${id}`;
      const response = await ada.post('/api/trpc/requests.change', { id, ...requestFields });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        error: { message: 'This request is no longer pending' },
      });
      expect(await ada.mutate('requests.cancel', { id })).toBe(409);
      expect((await readRequest(ada, { id })).events).toHaveLength(1);
    },
  );

  it('keeps its events in order when it is started and canceled concurrently', async () => {
    const ada = await signUpClient(app);
    for (let round = 0; round < 4; round += 1) {
      const { id } = await createRequest(ada, { key: `round ${round}` });
      const [cancelled] = await Promise.all([
        ada.mutate<ServiceRequest | number>('requests.cancel', { id }),
        app.services.requests.setStatus(id, 'in_progress'),
      ]);
      const { status, events } = await readRequest(ada, { id });
      const statuses = events.filter(({ kind }) => kind === 'status').map(({ text }) => text);
      // The agency's status wins. A cancellation that comes too late is rejected completely.
      expect(status).toBe('in_progress');
      expect(statuses).toEqual(cancelled === 409 ? ['in_progress'] : ['cancelled', 'in_progress']);
    }
  });
});

describe('createWorkflow', () => {
  it('sets a status and emails the client once', async () => {
    const ada = await signUpClient(app);
    const { id } = await createRequest(ada);
    await app.services.requests.setStatus(id, 'in_progress');
    await app.services.requests.setStatus(id, 'in_progress');
    const { status, events } = await readRequest(ada, { id });
    expect(status).toBe('in_progress');
    expect(events.slice(1)).toMatchObject([
      { kind: 'status', text: 'in_progress', byAgency: true },
    ]);
    const updates = (await mailsAboutRequest(app, id)).filter(
      ({ kind }) => kind === 'request_update',
    );
    expect(updates).toMatchObject([{ to: ada.email }]);
    expect(updates[0]?.text).toContain('Status: In progress');
  });

  describe('a status that is undone', () => {
    const setUp = async () => {
      const ada = await signUpClient(app);
      const { id } = await createRequest(ada);
      const told = async () =>
        (await mailsAboutRequest(app, id)).filter(({ kind }) => kind === 'request_update');
      const steps = async () =>
        (await readRequest(ada, { id })).events.slice(1).map(({ text }) => text);
      return { id, told, steps, set: app.services.requests.setStatus };
    };

    it('in time is neither reported nor in the timeline', async () => {
      const { id, told, steps, set } = await setUp();
      await set(id, 'completed');
      await app.services.outbox.flush();
      expect(await told()).toHaveLength(1);
      const [mail] = await app.sql`select sent_at from mails where about = ${`request:${id}`}
        and kind = 'request_update'`;
      expect(mail).toEqual({ sent_at: null });
      await set(id, 'pending', { isUndo: true });
      expect([await told(), await steps()]).toEqual([[], []]);
    });

    it('after its email was sent is a regular change', async () => {
      const { id, told, steps, set } = await setUp();
      await set(id, 'completed');
      await app.sql`update mails set claimed_until = now() - interval '1 s' where about = ${`request:${id}`}`;
      await app.services.outbox.flush();
      await set(id, 'pending', { isUndo: true });
      expect(await told()).toHaveLength(2);
      expect(await steps()).toEqual(['completed', 'pending']);
    });

    it('by a further change in time is reported once, with the last status', async () => {
      const { id, told, steps, set } = await setUp();
      await set(id, 'completed');
      await set(id, 'in_progress');
      expect((await told()).map(({ text }) => text.includes('In progress'))).toEqual([true]);
      expect(await steps()).toEqual(['completed', 'in_progress']);
    });
  });

  it('sets and clears a note and a target date', async () => {
    const ada = await signUpClient(app);
    const { id } = await createRequest(ada);
    await app.services.requests.setNote(id, 'We begin on Monday');
    await app.services.requests.setTargetDate(id, '2027-01-31');
    await app.services.requests.setTargetDate(id, null);
    const { note, targetDate, events } = await readRequest(ada, { id });
    expect({ note, targetDate }).toEqual({ note: 'We begin on Monday', targetDate: null });
    expect(events.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'We begin on Monday'],
      ['target_date', '2027-01-31'],
      ['target_date', ''],
    ]);
    const updates = (await mailsAboutRequest(app, id)).filter(
      ({ kind }) => kind === 'request_update',
    );
    expect(updates.map(({ text }) => text.includes('We begin on Monday'))).toEqual([true]);
    await app.services.requests.setNote(id, '');
    expect((await readRequest(ada, { id })).note).toBe('');
  });

  it('rejects an unknown request', async () => {
    const { requests } = app.services;
    await expect(requests.setStatus(2e9, 'completed')).rejects.toThrow('Request not found');
    await expect(requests.setNote(2e9, 'x')).rejects.toThrow('Request not found');
    await expect(requests.setTargetDate(2e9, null)).rejects.toThrow('Request not found');
  });

  it('creates one request from a quote, however often it is called', async () => {
    const ada = await signUpClient(app);
    const { id: quoteId } = await app.services.quotes.submit(
      quoteRequestSchema.parse(
        quoteRequest({ email: ada.email.toUpperCase(), serviceName: 'Brand Identity' }),
      ),
    );
    const made = await Promise.all(
      Array.from({ length: 6 }, () => app.services.requests.createFromQuote(quoteId)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const id = made[0]?.id ?? 0;
    expect(await readRequest(ada, { id })).toMatchObject({
      title: 'Brand Identity',
      description: quoteRequest().projectDetails,
      status: 'pending',
      events: [{ kind: 'created', byAgency: true }],
    });
    expect((await mailsAboutRequest(app, id)).map(({ kind, to }) => [kind, to])).toEqual([
      ['request_received', ada.email],
    ]);
    expect(await ada.query('requests.inquiries')).toMatchObject([
      { id: `quote:${quoteId}`, requestId: id },
    ]);
    // A quote that led to work is not shown as rejected, even if its status says so.
    await app.services.admin.quotes.setStatus('system', [quoteId], 'rejected');
    expect(await ada.query('requests.inquiries')).toMatchObject([{ status: 'approved' }]);
    const { activity } = await ada.query<{ activity: { id: string; status: string }[] }>(
      'dashboard.welcome',
    );
    expect(activity.find((one) => one.id === `quote:${quoteId}`)?.status).toBe('approved');
  });

  it('rejects a quote whose sender has no account, and an unknown quote', async () => {
    const { id } = await app.services.quotes.submit(
      quoteRequestSchema.parse(quoteRequest({ email: `${crypto.randomUUID()}@example.com` })),
    );
    await expect(app.services.requests.createFromQuote(id)).rejects.toThrow(
      'No client has this email yet',
    );
    await expect(app.services.requests.createFromQuote(2e9)).rejects.toThrow('Quote not found');
  });
});

describe('inquiries sent before sign-up', () => {
  it('are listed only for the client who has verified their email', async () => {
    const [ada, eve] = [await signUpClient(app), await signUpClient(app)];
    await app.postJson('/api/quotes', quoteRequest({ email: ada.email.toUpperCase() }));
    await app.postJson('/api/contact', {
      firstName: 'Ada',
      lastName: 'Byron',
      email: ada.email,
      phone: '',
      service: 'branding',
      message: 'The engine wants a name.',
    });
    expect(await ada.query('requests.inquiries')).toMatchObject([
      { kind: 'message', title: expect.stringMatching(/^Message: /), status: 'sent' },
      { kind: 'quote', title: 'Quote request', status: 'pending', requestId: null },
    ]);
    expect(await eve.query('requests.inquiries')).toEqual([]);
  });
});

describe('Undo of a status', () => {
  async function setUp() {
    const client = await signUpClient(app);
    const { id } = await createRequest(client);
    const [owner, manager] = [await signedInAs(app, 'owner'), await signedInAs(app, 'manager')];
    const set = (who: { cookie: string }, status: string, isUndo = false) =>
      askerOf(app, who.cookie)('PUT', `/api/admin/service-requests/${id}`, { status, isUndo });
    const steps = async () =>
      (await readRequest(client, { id })).events.slice(1).map(({ text }) => text);
    const mails = async () =>
      (await mailsAboutRequest(app, id)).filter(({ kind }) => kind === 'request_update');
    return { owner, manager, set, steps, mails };
  }

  it('restores the previous status, and no other', async () => {
    const { manager, set, steps, mails } = await setUp();
    await set(manager, 'in_progress');
    await set(manager, 'completed');
    await set(manager, 'cancelled', true);
    expect(await steps()).toEqual(['in_progress', 'completed', 'cancelled']);
    expect((await mails()).at(-1)?.text).toContain('Status: Canceled');
  });

  it('is only for the admin who made the change', async () => {
    const { owner, manager, set, steps, mails } = await setUp();
    await set(owner, 'in_progress');
    await set(manager, 'pending', true);
    expect(await steps()).toEqual(['in_progress', 'pending']);
    expect(await mails()).toHaveLength(1);
    await set(manager, 'in_progress', true);
    expect(await steps()).toEqual(['in_progress']);
  });
});

describe('admin.requests.page', () => {
  it('lists assignee, the admin’s unread messages, awaited replies and due times', async () => {
    const ada = await signUpClient(app);
    const [quiet, busy] = [
      await createRequest(ada, { title: 'A quiet engine' }),
      await createRequest(ada, { title: 'A busy engine' }),
    ];
    const [own, other] = [await signedInAs(app, 'manager'), await signedInAs(app, 'manager')];
    const admin = await userOf(app, own.id);
    const { conversations, requestThreads, requests } = app.services.admin;
    for (const text of ['First', 'Second', 'Third']) {
      await ada.post(`/api/service-requests/${busy.id}/messages`, { text });
    }
    await requestThreads.send(admin, {
      ...{ id: busy.id, text: 'Is this so?', fileIds: [], deliverableIds: [] },
      internal: true,
    });
    const [first] = (await requestThreads.page(admin, { id: busy.id, limit: 50 })).rows;
    await conversations.markRead(admin, {
      ...{ kind: 'request', id: busy.id },
      messageId: first?.id ?? 0,
    });
    await conversations.setOwner(admin, { kind: 'request', id: busy.id, ownerId: other.id });
    await requestThreads.setWaiting(admin, quiet.id, true);

    const find = async (cookie: string) => {
      const input = encodeURIComponent(JSON.stringify({ search: ada.email, sort: 'title' }));
      const { body } = await askerOf(app, cookie)<{ result: { data: Page<AdminRequestRow> } }>(
        'GET',
        `/api/trpc/admin.requests.page?input=${input}`,
      );
      return body.result.data;
    };
    const { rows, total } = await find(own.cookie);
    expect(total).toBe(2);
    const { unansweredSince, dueAt } = await requestThreads.get(admin, busy.id);
    expect(unansweredSince).not.toBeNull();
    expect(rows).toMatchObject([
      {
        ...{ id: busy.id, assigneeId: other.id, assigneeName: expect.stringMatching(/\S/) },
        ...{ unread: 2, waitingSince: null, dueAt },
      },
      {
        ...{ id: quiet.id, assigneeId: null, assigneeName: '', unread: 0, dueAt: null },
        waitingSince: expect.stringMatching(/Z$/),
      },
    ]);
    // Each admin has read marks of their own.
    expect((await find(other.cookie)).rows.map(({ unread }) => unread)).toEqual([3, 0]);
    const exported = await requests.search({ search: ada.email, sort: 'title' });
    expect(exported.rows.map(({ id }) => id)).toEqual([busy.id, quiet.id]);
  });
});

it('a request with a file that awaits approval is completed only after a confirmation', async () => {
  const owner = await signedInAs(app, 'owner');
  const ask = askerOf(app, owner.cookie);
  const { id } = await createRequest(await signUpClient(app));
  await agencyFileIn(app, await userOf(app, owner.id), id, { deliverable: true });
  const put = (body: object) =>
    ask<{ status: string; message: string }>('PUT', `/api/admin/service-requests/${id}`, body);
  expect(await put({ status: 'in_progress', ifApproved: true })).toMatchObject({ status: 200 });
  expect(await put({ status: 'completed', ifApproved: true })).toMatchObject({
    status: 409,
    body: {
      message: '1 file awaits the approval of the client',
      issues: [{ path: 'ifApproved' }],
    },
  });
  expect(await put({ status: 'completed' })).toMatchObject({
    status: 200,
    body: { status: 'completed' },
  });
});
