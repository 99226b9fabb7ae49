import { describe, expect, it } from 'vitest';

import { nameMax, submissionKeyMax, textMax } from '~/contract/common/limits';
import { toBeDiscussed } from '~/contract/leads/quotes';
import { testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';

const app = testApp({ env: { TRUST_PROXY: '1' } });

const send = (body: unknown, headers?: Record<string, string>) =>
  app.postJson('/api/quotes', body, headers);

async function accepted(body: unknown, headers?: Record<string, string>): Promise<number> {
  const response = await send(body, headers);
  const answer = (await response.json()) as { id: number };
  expect([response.status, answer]).toMatchObject([200, { id: expect.any(Number) }]);
  return answer.id;
}

async function stored(id: number) {
  const [row] = await app.sql`select * from quotes where id = ${id}`;
  return row;
}

const countQuotes = async () => Number((await app.sql`select count(*) as n from quotes`)[0]?.n);

describe('POST /api/quotes', () => {
  it('stores what the quick form sends', async () => {
    const id = await accepted({
      name: '  Ada Byron ',
      phone: '+44 (0)20 7946-0958',
      email: ' ada@example.com ',
      company: '',
      projectDetails: 'Service: Web Development. Country: United Kingdom.',
      budget: toBeDiscussed,
      timeline: toBeDiscussed,
      serviceId: 0,
      serviceName: 'Web Development',
      country: 'uk',
      source: 'home',
      website: '',
    });
    expect(await stored(id)).toMatchObject({
      name: 'Ada Byron',
      email: 'ada@example.com',
      phone: '+44 (0)20 7946-0958',
      phone_digits: '4402079460958',
      company: '',
      service_id: null,
      service_name: 'Web Development',
      country: 'uk',
      source: 'home',
      budget: 'To be discussed',
      timeline: 'To be discussed',
      project_details: 'Service: Web Development. Country: United Kingdom.',
      status: 'pending',
      spam_reason: null,
      submission_key: null,
    });
  });

  it('stores what the form on a service’s page sends, with the service', async () => {
    const [service] = await app.sql`select id, name from services limit 1`;
    const id = await accepted(
      quoteRequest({
        serviceId: service?.id,
        serviceName: service?.name,
        company: 'Engines Ltd',
        source: 'service_page',
      }),
    );
    expect(await stored(id)).toMatchObject({
      service_id: service?.id,
      service_name: service?.name,
      company: 'Engines Ltd',
      source: 'service_page',
      country: null,
      budget: '5000-10000',
      timeline: '1-month',
    });
  });

  it('accepts only the required fields', async () => {
    const { company, serviceId, serviceName, ...least } = quoteRequest();
    expect(await stored(await accepted(least))).toMatchObject({
      company: '',
      service_id: null,
      service_name: '',
      source: 'api',
    });
    expect(
      await stored(
        await accepted({
          ...least,
          company: null,
          serviceId: null,
          serviceName: null,
          country: null,
        }),
      ),
    ).toMatchObject({ company: '', service_id: null, service_name: '', country: null });
  });

  it('stores a quote for a service that was deleted', async () => {
    const id = await accepted(quoteRequest({ serviceId: 999_999, serviceName: 'Gone' }));
    expect(await stored(id)).toMatchObject({ service_id: null, service_name: 'Gone' });
  });

  it('ignores unknown fields and fields that only the agency sets', async () => {
    const id = await accepted({
      ...quoteRequest(),
      id: 424_242,
      status: 'approved',
      spamReason: 'none',
      createdAt: '2001-01-01T00:00:00Z',
      constructor: 'x',
      isAdmin: true,
      role: 'owner',
    });
    expect(id).not.toBe(424_242);
    const row = await stored(id);
    expect(row).toMatchObject({ status: 'pending', spam_reason: null });
    expect(row?.created_at.getUTCFullYear()).toBeGreaterThan(2001);
  });
});

it('a quote is stored in its normal form, and can be short in scripts without case', async () => {
  const sent = {
    name: '\u200b李',
    email: 'info@пример.рф',
    phone: '\u202a+٤٥ ٢٠١٢ ٣٤٥٦\u202c',
    projectDetails: '請回電\u000b謝謝',
  };
  expect(await stored(await accepted({ ...quoteRequest(), ...sent }))).toMatchObject({
    name: '李',
    email: 'info@xn--e1afmkfd.xn--p1ai',
    phone: '+45 2012 3456',
    phone_digits: '4520123456',
    project_details: '請回電\n謝謝',
  });
});

describe('a quote that breaks a rule', () => {
  const rules: [string, Record<string, unknown>, string][] = [
    ['email', { email: `${'a'.repeat(250)}@example.com` }, 'Invalid email address'],
    ['country', { country: 'atlantis' }, 'Please select your country'],
    ['serviceId', { serviceId: -1 }, 'Service must be a whole number'],
    ['serviceId', { serviceId: 1.5 }, 'Service must be a whole number'],
    ['serviceId', { serviceId: 2_147_483_648 }, 'Service must be a whole number'],
    ['name', { name: 'A'.repeat(nameMax + 1) }, `Please keep this to ${nameMax} characters`],
    ['key', { key: '' }, 'The key is empty'],
  ];

  it.each(rules)('is rejected at %s: %j', async (path, change, message) => {
    const before = await countQuotes();
    const response = await send({ ...quoteRequest(), ...change });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message,
      code: 'BAD_REQUEST',
      issues: [{ path, message }],
    });
    expect(await countQuotes()).toBe(before);
  });

  it('lists every issue, the first one in the message', async () => {
    const response = await send({});
    expect(response.status).toBe(400);
    const body = (await response.json()) as { message: string; issues: { path: string }[] };
    expect(body.message).toBe('Name must be at least 2 characters');
    expect(body.issues.map(({ path }) => path)).toEqual([
      'name',
      'email',
      'phone',
      'projectDetails',
      'budget',
      'timeline',
    ]);
  });

  it('is rejected with characters that cannot be stored', async () => {
    const texts = {
      NUL: 'Some \u0000 text that is long',
      'half a pair': 'Some \ud800 text that is long',
    };
    for (const text of Object.values(texts)) {
      for (const field of [
        'name',
        'email',
        'phone',
        'company',
        'projectDetails',
        'serviceName',
        'key',
      ]) {
        const response = await send({ ...quoteRequest(), [field]: text });
        expect([field, response.status]).toEqual([field, 400]);
        const { issues } = (await response.json()) as { issues: { path: string }[] };
        expect(issues.map(({ path }) => path)).toEqual([field]);
      }
    }
  });
});

describe('a repeat', () => {
  it('with the same Idempotency-Key header returns the first id', async () => {
    const before = await countQuotes();
    const headers = { 'Idempotency-Key': 'header-1' };
    const id = await accepted(quoteRequest(), headers);
    expect(await accepted(quoteRequest(), headers)).toBe(id);
    expect(await countQuotes()).toBe(before + 1);
  });

  it('from another sender, or with another body, is not treated as a repeat', async () => {
    const key = { 'Idempotency-Key': 'order-1' };
    const from = (network: string) => ({ ...key, 'X-Forwarded-For': network });
    const request = quoteRequest();
    const first = await accepted(request, from('198.51.100.1'));
    expect(await accepted(quoteRequest({ name: 'Another One' }), from('198.51.100.2'))).not.toBe(
      first,
    );
    const other = await send(quoteRequest({ name: 'Someone Else' }), from('198.51.100.1'));
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([
      422,
      'UNPROCESSABLE_CONTENT',
    ]);
    expect(await accepted(request, from('198.51.100.1'))).toBe(first);
  });

  it('prefers the key in the body to the header', async () => {
    const id = await accepted(quoteRequest({ key: 'body-2' }), { 'Idempotency-Key': 'header-2' });
    expect(await accepted(quoteRequest({ key: 'body-2' }))).toBe(id);
    expect(await accepted(quoteRequest(), { 'Idempotency-Key': 'header-2' })).not.toBe(id);
  });

  it('sent twenty times concurrently stores one quote', async () => {
    const before = await countQuotes();
    const request = quoteRequest({ key: 'twenty' });
    const ids = await Promise.all(Array.from({ length: 20 }, () => accepted(request)));
    expect(new Set(ids).size).toBe(1);
    expect(await countQuotes()).toBe(before + 1);
  });

  it('without a key, or with an empty header, stores another quote', async () => {
    const empty = { 'Idempotency-Key': '' };
    const ids = [
      await accepted(quoteRequest()),
      await accepted(quoteRequest()),
      await accepted(quoteRequest(), empty),
      await accepted(quoteRequest(), empty),
      await accepted(quoteRequest(), { 'Idempotency-Key': '   ' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is rejected with a key that is too long', async () => {
    const long = 'k'.repeat(submissionKeyMax + 1);
    const response = await send(quoteRequest(), { 'Idempotency-Key': long });
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: 'The Idempotency-Key is too long', code: 'BAD_REQUEST' },
    ]);
    expect((await send(quoteRequest({ key: long }))).status).toBe(400);
    await accepted(quoteRequest(), { 'Idempotency-Key': 'k'.repeat(submissionKeyMax) });
  });
});

describe('a quote that looks like spam', () => {
  it('is stored and answered like any other, and marked', async () => {
    const trapped = await accepted(quoteRequest({ website: 'https://spam.example' }));
    expect(await stored(trapped)).toMatchObject({ spam_reason: 'filled the hidden field' });
    const marked = quoteRequest({ projectDetails: 'Buy [url=https://spam.example]here[/url] now' });
    expect(await stored(await accepted(marked))).toMatchObject({
      spam_reason: 'holds a link in markup',
    });
    const plain = quoteRequest({ website: '', projectDetails: 'See https://our.example, please' });
    expect(await stored(await accepted(plain))).toMatchObject({ spam_reason: null });
  });
});

describe('the response to a quote', () => {
  interface Answer {
    id: number;
    statusUrl: string;
    answerDueAt: string;
  }
  const submit = async (changes: object, key: string): Promise<Answer> => {
    const response = await send(quoteRequest(changes), { 'Idempotency-Key': key });
    return (await response.json()) as Answer;
  };
  const statusAt = async (url: string) => {
    const response = await app.fetch(url.replace('http://agency.test', ''));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('has a status URL and the due time of the first reply, also for a repeat', async () => {
    const first = await submit({ name: 'Status' }, 'status-1');
    expect(first.statusUrl).toMatch(/^http:\/\/agency\.test\/api\/quotes\/status\//);
    expect(Date.parse(first.answerDueAt)).toBeGreaterThan(Date.now());
    expect(await submit({ name: 'Status' }, 'status-1')).toEqual(first);
  });

  it('leads only to the progress of this quote, without its conversation', async () => {
    const { id, statusUrl, answerDueAt } = await submit({}, 'status-2');
    const pending = { status: 'pending', sentAt: expect.any(String), answerDueAt };
    expect(await statusAt(statusUrl)).toEqual({
      status: 200,
      body: { ...pending, answeredAt: null },
    });
    await app.sql`update quotes set first_answer_at = now(), status = 'contacted' where id = ${id}`;
    expect((await statusAt(statusUrl)).body).toEqual({
      ...pending,
      status: 'contacted',
      answeredAt: expect.any(String),
    });
    for (const url of [statusUrl.replace(`/${id}.`, `/${id + 1}.`), `${statusUrl}x`])
      expect((await statusAt(url)).status).toBe(404);
  });
});

describe('the body', () => {
  const raw = (body: BodyInit | null, contentType?: string) =>
    app.fetch('/api/quotes', {
      method: 'POST',
      body,
      headers: contentType ? { 'Content-Type': contentType } : {},
      duplex: 'half',
    } as RequestInit);
  const unclear = { message: 'This request cannot be understood', code: 'BAD_REQUEST' };

  it.each(['{', '[1]', 'null', '"text"'])('must be a JSON object, not %j', async (body) => {
    const response = await raw(body, 'application/json');
    expect([response.status, await response.json()]).toEqual([400, unclear]);
  });

  it('is required', async () => {
    for (const response of [await raw('', 'application/json'), await raw(null)]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        message: 'Name must be at least 2 characters',
        code: 'BAD_REQUEST',
      });
    }
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json-but-not-really'])(
    'must not be sent as %s',
    async (contentType) => {
      const response = await raw(JSON.stringify(quoteRequest()), contentType);
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
    },
  );

  it('accepts a charset in the Content-Type', async () => {
    const response = await raw(JSON.stringify(quoteRequest()), 'Application/JSON; charset=utf-8');
    expect(response.status).toBe(200);
  });

  const bytes = (size: number) => {
    const json = JSON.stringify(quoteRequest());
    return new TextEncoder().encode(json + ' '.repeat(size - json.length));
  };
  const chunked = (content: Uint8Array) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < content.length; at += 16_384) {
          controller.enqueue(content.slice(at, at + 16_384));
        }
        controller.close();
      },
    });

  it('may be 100 KiB long and no longer, with a length or in chunks', async () => {
    const tooLarge = {
      message: 'This is larger than 100 KiB and was refused',
      code: 'PAYLOAD_TOO_LARGE',
    };
    const limit = 100 * 1024;
    const before = await countQuotes();
    for (const [size, status] of [
      [limit, 200],
      [limit + 1, 413],
      [101 * 1024, 413],
    ] as const) {
      const content = bytes(size);
      const whole = await app.fetch('/api/quotes', {
        method: 'POST',
        body: content,
        headers: { 'Content-Type': 'application/json', 'Content-Length': String(size) },
      });
      const inChunks = await raw(chunked(content), 'application/json');
      for (const response of [whole, inChunks]) {
        expect([size, response.status]).toEqual([size, status]);
        if (status === 413) expect(await response.json()).toEqual(tooLarge);
      }
      const overTrpc = await app.fetch('/api/trpc/quotes.submit', {
        method: 'POST',
        body: chunked(content),
        headers: { 'Content-Type': 'application/json' },
        duplex: 'half',
      } as RequestInit);
      expect([size, overTrpc.status]).toEqual([size, status]);
    }
    expect(await countQuotes()).toBe(before + 3);
  });

  it('is cut off at the limit over a real connection', async () => {
    const address = await app.listen();
    const response = await fetch(`${address}/api/quotes`, {
      method: 'POST',
      body: chunked(bytes(101 * 1024)),
      headers: { 'Content-Type': 'application/json' },
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it('may have the longest text that the form accepts', async () => {
    const id = await accepted(quoteRequest({ projectDetails: '🙂'.repeat(textMax / 2) }));
    expect((await stored(id))?.project_details).toHaveLength(textMax);
  });
});
