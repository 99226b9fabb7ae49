import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { textMax } from '~/contract/common/limits';
import { startTestApp, type TestApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

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

describe('the body', () => {
  const raw = (body: BodyInit | null, contentType?: string) =>
    app.fetch('/api/quotes', {
      method: 'POST',
      body,
      headers: contentType ? { 'Content-Type': contentType } : {},
      duplex: 'half',
    } as RequestInit);
  const unclear = { message: 'This request cannot be understood', code: 'BAD_REQUEST' };

  it.each(['{', 'name=Ada', '[]', '[1]', 'null', '7', '"text"', '\u0000', '{"a":1}{"b":2}'])(
    'must be a JSON object, not %j',
    async (body) => {
      const response = await raw(body, 'application/json');
      expect([response.status, await response.json()]).toEqual([400, unclear]);
    },
  );

  it('is required', async () => {
    for (const response of [await raw('', 'application/json'), await raw(null)]) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        message: 'Name must be at least 2 characters',
        code: 'BAD_REQUEST',
      });
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-but-not-really',
    'application/octet-stream',
  ])('must not come as %s', async (contentType) => {
    const response = await raw(JSON.stringify(quoteRequest()), contentType);
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('may name its charset', async () => {
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
      [1024 * 1024, 413],
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
