import { describe, expect, it } from 'vitest';

import { clientPageSize } from '~/contract/common/paging';
import type { ServiceRequest } from '~/contract/requests/requests-schema';
import { testApp } from '~/testing/app';
import {
  createRequest,
  mailsAboutRequest,
  readRequest,
  requestFields,
  signUpClient,
  type TestClient,
} from '~/testing/client-requests';
import { uploadAs, userOf } from '~/testing/threads';

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
