import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { clientPageSize } from '~/contract/common/paging';
import type { RequestDetail, ServiceRequest } from '~/contract/requests/requests-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' }, rateLimits: { quoteForm: 1e6 } });
});
afterAll(() => app.close());

interface Client {
  id: string;
  email: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  /** Asks as the screens do; @returns the answer's data, or the status of the refusal. */
  ask<T>(procedure: string, input?: unknown): Promise<T>;
  tell<T>(procedure: string, input?: unknown): Promise<T>;
}

async function client(): Promise<Client> {
  const email = `${crypto.randomUUID()}@example.com`;
  const from = { 'X-Forwarded-For': crypto.randomUUID() };
  await app.postJson('/api/auth/send-otp', { email, type: 'signup' }, from);
  const fields = { email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
  const response = await app.postJson('/api/auth/signup', fields, from);
  const [cookie = ''] = response.headers.getSetCookie();
  const headers = { ...from, Cookie: cookie.split(';')[0] ?? '' };
  const { user } = (await response.json()) as { user: { id: string } };
  const dataOf = async (answer: Response) => {
    const { result } = (await answer.json()) as { result?: { data: unknown } };
    return (result ? result.data : answer.status) as never;
  };
  return {
    id: user.id,
    email,
    post: (path, body, extra) => app.postJson(path, body, { ...headers, ...extra }),
    get: (path) => app.fetch(path, { headers }),
    ask: async (procedure, input) => {
      const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
      return dataOf(await app.fetch(`/api/trpc/${procedure}${query}`, { headers }));
    },
    tell: async (procedure, input) =>
      dataOf(await app.postJson(`/api/trpc/${procedure}`, input, headers)),
  };
}

const fields = { title: 'A calculating engine', description: 'With a page that explains it' };

const asked = (who: Client, changes: object = {}): Promise<ServiceRequest> =>
  who.tell('requests.create', { ...fields, ...changes });
const seen = (who: Client, { id }: { id: number }): Promise<RequestDetail> =>
  who.ask('requests.get', { id });

const mailsAbout = async (id: number) =>
  (await app.sql`select kind, "to", subject, text from mails where about = ${`request:${id}`} order by id`) as unknown as {
    kind: string;
    to: string;
    subject: string;
    text: string;
  }[];

describe('POST /api/service-requests', () => {
  it('keeps what was asked for, pending, and writes to both sides', async () => {
    const ada = await client();
    const [service] = await app.sql`select id, name from services limit 1`;
    const response = await ada.post('/api/service-requests', {
      title: ' A calculating engine ',
      description: fields.description,
      serviceId: service?.id,
    });
    expect(response.status).toBe(200);
    const request = (await response.json()) as ServiceRequest;
    expect(request).toEqual({
      id: expect.any(Number),
      ...fields,
      status: 'pending',
      serviceId: service?.id,
      serviceName: service?.name,
      targetDate: null,
      note: '',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    expect((await seen(ada, request)).events).toMatchObject([
      { kind: 'created', text: '', byAgency: false },
    ]);
    const mails = await mailsAbout(request.id);
    expect(mails.map(({ kind }) => kind)).toEqual(['request_received', 'request_notice']);
    expect(mails[0]?.to).toBe(ada.email);
    expect(mails[0]?.text).toContain(`/dashboard/requests/${request.id}`);
    expect(mails[1]?.text).toContain(`/admin?section=requests&open=${request.id}`);
    for (const { subject } of mails) expect(subject).not.toContain('engine');
  });

  it('is the same request under the same key, and nobody else’s', async () => {
    const [ada, grace] = [await client(), await client()];
    const send = async (who: Client) => {
      const answer = await who.post('/api/service-requests', fields, { 'Idempotency-Key': 'one' });
      return ((await answer.json()) as ServiceRequest).id;
    };
    const ids = await Promise.all(Array.from({ length: 8 }, () => send(ada)));
    expect(new Set(ids).size).toBe(1);
    expect(await mailsAbout(ids[0] ?? 0)).toHaveLength(2);
    expect(await send(grace)).not.toBe(ids[0]);
  });

  it('outlives its service', async () => {
    const ada = await client();
    const request = await asked(ada, { serviceId: 2_000_000_000 });
    expect(request).toMatchObject({ serviceId: null, serviceName: '' });
  });

  it.each([
    [{ title: 'ab' }, 'Title must be at least 3 characters'],
    [{ title: undefined }, 'Title must be at least 3 characters'],
    [{ description: 'too short' }, 'Description must be at least 10 characters'],
    [{ title: 'x'.repeat(101) }, 'Please keep this under 101 characters'],
    [{ description: 'with \u0000 in it' }, 'This text holds characters that cannot be stored'],
    [{ serviceId: 1.5 }, 'Service must be a whole number'],
  ])('is refused with %j', async (changes, message) => {
    const ada = await client();
    const response = await ada.post('/api/service-requests', { ...fields, ...changes });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message });
  });

  it('has a budget for each client', async () => {
    const [ada, grace] = [await client(), await client()];
    for (let index = 0; index < 20; index += 1) await asked(ada);
    const refused = await ada.post('/api/service-requests', fields);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await asked(grace)).id).toEqual(expect.any(Number));
  });
});

describe('GET /api/service-requests', () => {
  it('has one’s own, newest first, and nobody else’s', async () => {
    const [ada, grace] = [await client(), await client()];
    const first = await asked(ada);
    await asked(grace);
    const second = await asked(ada, { title: 'A second engine' });
    const list = (await (await ada.get('/api/service-requests')).json()) as ServiceRequest[];
    expect(list.map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

describe('a page of requests', () => {
  const find = (who: Client, input: object) =>
    who.ask<{ rows: ServiceRequest[]; total: number; page: number }>('requests.search', input);

  it('is searched and filtered, and a page past the last is the last', async () => {
    const ada = await client();
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
    expect(await find(await client(), {})).toEqual({ rows: [], total: 0, page: 1 });
  });
});

describe('another’s request', () => {
  it('is not there, whatever is asked of it', async () => {
    const [ada, eve] = [await client(), await client()];
    const { id } = await asked(ada);
    for (const given of [id, id + 1_000_000]) {
      expect(await eve.ask('requests.get', { id: given })).toBe(404);
      expect(await eve.tell('requests.change', { id: given, ...fields })).toBe(404);
      expect(await eve.tell('requests.cancel', { id: given })).toBe(404);
    }
    expect(await seen(ada, { id })).toMatchObject({ status: 'pending', ...fields });
  });
});

describe('a pending request', () => {
  it('can be changed, which its timeline tells', async () => {
    const ada = await client();
    const { id } = await asked(ada);
    const changed = { title: 'A larger engine', description: 'With two pages about it' };
    expect(await ada.tell('requests.change', { id, ...changed })).toMatchObject(changed);
    const { events } = await seen(ada, { id });
    expect(events.map(({ kind, byAgency }) => [kind, byAgency])).toEqual([
      ['created', false],
      ['changed', false],
    ]);
  });

  it('is not touched by a change that changes nothing', async () => {
    const ada = await client();
    const [service] = await app.sql`select id from services limit 1`;
    for (const serviceId of [null, service?.id]) {
      const request = await asked(ada, { serviceId });
      const same = { id: request.id, ...fields, title: ` ${fields.title} `, serviceId };
      expect(await ada.tell('requests.change', same)).toEqual(request);
      // A service that is not there is none.
      if (serviceId === null) {
        const gone = { ...same, serviceId: 2_000_000_000 };
        expect(await ada.tell('requests.change', gone)).toEqual(request);
      }
      expect((await seen(ada, request)).events.map(({ kind }) => kind)).toEqual(['created']);
    }
  });

  it('is changed where one field alone differs', async () => {
    const ada = await client();
    const [service] = await app.sql`select id from services limit 1`;
    for (const change of [
      { title: 'Another engine' },
      { description: 'With other pages' },
      { serviceId: service?.id },
    ]) {
      const { id } = await asked(ada);
      expect(await ada.tell('requests.change', { id, ...fields, ...change })).toMatchObject(change);
      expect((await seen(ada, { id })).events).toHaveLength(2);
    }
  });

  it('shows the newest 200 events, and says that there are older ones', async () => {
    const ada = await client();
    const { id } = await asked(ada);
    const fill = (count: number) => app.sql`
      insert into service_request_events (request_id, kind, text, by_agency)
      select ${id}, 'note', 'Note ' || n, true from generate_series(1, ${count}::int) n`;
    await fill(199);
    const all = await seen(ada, { id });
    expect([all.events.length, all.hasOlderEvents]).toEqual([200, false]);
    await fill(1);
    const { events, hasOlderEvents } = await seen(ada, { id });
    expect([events.length, hasOlderEvents]).toEqual([200, true]);
    expect(events.at(0)).toMatchObject({ text: 'Note 1' });
    expect(events.at(-1)).toMatchObject({ text: 'Note 1' });
    expect(events.at(-2)).toMatchObject({ text: 'Note 199' });
    const ofAdmin = await app.services.admin.requests.get(id);
    expect([ofAdmin.timeline, ofAdmin.hasOlderEvents]).toEqual([events, true]);
  });

  it('can be cancelled once, of which the agency hears', async () => {
    const ada = await client();
    const { id } = await asked(ada);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ada.tell<ServiceRequest | number>('requests.cancel', { id })),
    );
    expect(answers.filter((answer) => answer === 409)).toHaveLength(5);
    const { status, events } = await seen(ada, { id });
    expect(status).toBe('cancelled');
    expect(events.filter(({ kind }) => kind === 'status')).toMatchObject([
      { text: 'cancelled', byAgency: false },
    ]);
    const mails = await mailsAbout(id);
    expect(mails.map(({ kind }) => kind)).toEqual([
      'request_received',
      'request_notice',
      'request_notice',
    ]);
  });

  it.each(['in_progress', 'completed', 'cancelled'])(
    'that is %s is neither changed nor cancelled any more',
    async (status) => {
      const ada = await client();
      const { id } = await asked(ada);
      await app.sql`update service_requests set status = ${status} where id = ${id}`;
      const response = await ada.post('/api/trpc/requests.change', { id, ...fields });
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({
        error: { message: 'This request is not pending any more' },
      });
      expect(await ada.tell('requests.cancel', { id })).toBe(409);
      expect((await seen(ada, { id })).events).toHaveLength(1);
    },
  );

  it('that is begun and cancelled at once tells in order what became of it', async () => {
    const ada = await client();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await asked(ada, { key: `round ${round}` });
      const [cancelled] = await Promise.all([
        ada.tell<ServiceRequest | number>('requests.cancel', { id }),
        app.services.requests.setStatus(id, 'in_progress'),
      ]);
      const { status, events } = await seen(ada, { id });
      const told = events.filter(({ kind }) => kind === 'status').map(({ text }) => text);
      // The agency has the last word; too late is told, and never half done.
      expect(status).toBe('in_progress');
      expect(told).toEqual(cancelled === 409 ? ['in_progress'] : ['cancelled', 'in_progress']);
    }
  });
});

describe('the agency', () => {
  it('sets a status, which the client hears of once', async () => {
    const ada = await client();
    const { id } = await asked(ada);
    await app.services.requests.setStatus(id, 'in_progress');
    await app.services.requests.setStatus(id, 'in_progress');
    const { status, events } = await seen(ada, { id });
    expect(status).toBe('in_progress');
    expect(events.slice(1)).toMatchObject([
      { kind: 'status', text: 'in_progress', byAgency: true },
    ]);
    const updates = (await mailsAbout(id)).filter(({ kind }) => kind === 'request_update');
    expect(updates).toMatchObject([{ to: ada.email }]);
    expect(updates[0]?.text).toContain('Status: In progress');
  });

  it('writes a note and sets a date', async () => {
    const ada = await client();
    const { id } = await asked(ada);
    await app.services.requests.setNote(id, 'We begin on Monday');
    await app.services.requests.setTargetDate(id, '2027-01-31');
    await app.services.requests.setTargetDate(id, null);
    const { note, targetDate, events } = await seen(ada, { id });
    expect({ note, targetDate }).toEqual({ note: 'We begin on Monday', targetDate: null });
    expect(events.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
      ['note', 'We begin on Monday'],
      ['target_date', '2027-01-31'],
      ['target_date', ''],
    ]);
    const updates = (await mailsAbout(id)).filter(({ kind }) => kind === 'request_update');
    expect(updates.map(({ text }) => text.includes('We begin on Monday'))).toEqual([true]);
    await app.services.requests.setNote(id, '');
    expect((await seen(ada, { id })).note).toBe('');
  });

  it('is told where there is no such request', async () => {
    const { requests } = app.services;
    await expect(requests.setStatus(2e9, 'completed')).rejects.toThrow('This request is not there');
    await expect(requests.setNote(2e9, 'x')).rejects.toThrow('This request is not there');
    await expect(requests.setTargetDate(2e9, null)).rejects.toThrow('This request is not there');
  });

  it('makes a quote one request of its client, however often', async () => {
    const ada = await client();
    const { id: quoteId } = await app.services.quotes.submit({
      ...quoteRequest({ email: ada.email.toUpperCase(), serviceName: 'Brand Identity' }),
      company: '',
      serviceId: null,
      serviceName: 'Brand Identity',
    });
    const made = await Promise.all(
      Array.from({ length: 6 }, () => app.services.requests.createFromQuote(quoteId)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const id = made[0]?.id ?? 0;
    expect(await seen(ada, { id })).toMatchObject({
      title: 'Brand Identity',
      description: quoteRequest().projectDetails,
      status: 'pending',
      events: [{ kind: 'created', byAgency: true }],
    });
    expect((await mailsAbout(id)).map(({ kind, to }) => [kind, to])).toEqual([
      ['request_received', ada.email],
    ]);
    expect(await ada.ask('requests.inquiries')).toMatchObject([
      { id: `quote:${quoteId}`, requestId: id },
    ]);
  });

  it('makes no request of a quote that has no client', async () => {
    const { id } = await app.services.quotes.submit({
      ...quoteRequest({ email: `${crypto.randomUUID()}@example.com` }),
      company: '',
      serviceId: null,
      serviceName: '',
    });
    await expect(app.services.requests.createFromQuote(id)).rejects.toThrow(
      'There is no client with this address yet',
    );
    await expect(app.services.requests.createFromQuote(2e9)).rejects.toThrow('not there');
  });
});

describe('what was sent before there was an account', () => {
  it('is the client’s who has proven the address, and nobody else’s', async () => {
    const [ada, eve] = [await client(), await client()];
    await app.postJson('/api/quotes', quoteRequest({ email: ada.email.toUpperCase() }));
    await app.postJson('/api/contact', {
      firstName: 'Ada',
      lastName: 'Byron',
      email: ada.email,
      phone: '',
      service: 'branding',
      message: 'The engine wants a name.',
    });
    expect(await ada.ask('requests.inquiries')).toMatchObject([
      { kind: 'message', title: expect.stringMatching(/^Message: /), status: 'sent' },
      { kind: 'quote', title: 'Quote request', status: 'pending', requestId: null },
    ]);
    expect(await eve.ask('requests.inquiries')).toEqual([]);
  });
});
