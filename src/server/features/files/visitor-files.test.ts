import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { AdminForm } from '~/contract/forms/forms-schema';
import { endSlow, slowLimits } from '~/server/http/admission/slow-uploads';
import { startTestApp, type TestApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { newClaim, unclaimedMbMax, unclaimedShare } from './claimed';

let app: TestApp;
let port: number;
let form: AdminForm;
const dayMib = 6;
const mib = 1024 * 1024;

beforeAll(async () => {
  const rateLimits = { quoteForm: 1e6, formFiles: 1e6, formFileMib: dayMib };
  app = await startTestApp({ env: { TRUST_PROXY: '1' }, rateLimits });
  port = Number(new URL(await app.listen()).port);
  const made = await askerOf(app, await signInAdmin(app))<AdminForm>('POST', '/api/admin/forms', {
    name: 'Plans',
    fields: [
      { key: 'email', type: 'email', label: 'Your address', required: true },
      { key: 'plans', type: 'file', label: 'The plans', required: true },
    ],
  });
  form = made.body;
});
afterEach(() => app.sql`delete from files`);
afterAll(() => app.close());

const network = () => crypto.randomUUID();

async function upload(from: string, size: number) {
  const body = new FormData();
  body.set('file', new File(['a'.repeat(size)], 'plan.txt'));
  const encoded = new Response(body);
  const data = await encoded.arrayBuffer();
  const response = await app.fetch(`/api/files/of-forms/${form.id}`, {
    method: 'POST',
    body: data,
    headers: {
      'Content-Type': encoded.headers.get('content-type') ?? '',
      'Content-Length': String(data.byteLength),
      'X-Forwarded-For': from,
    },
  });
  const answer = (await response.json()) as { id: string; message?: string };
  return { status: response.status, ...answer };
}

/** Starts an upload of 20 MiB without sending any content. */
function idle(from: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const head = [
    `POST /api/files/of-forms/${form.id} HTTP/1.1`,
    'Host: agency.test',
    `X-Forwarded-For: ${from}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${20 * mib}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc');
  return socket;
}

const rows = async () => (await app.sql`select id from files`).length;

describe('files of visitors', () => {
  it('take space only for received bytes', async () => {
    const networks = Array.from({ length: 13 }, network);
    const sockets = Array.from({ length: 52 }, (_, at) => idle(networks[at % 13] ?? ''));
    await expect.poll(rows, { timeout: 10_000 }).toBe(52);
    expect((await upload(network(), 10)).status).toBe(200);
    for (const socket of sockets) {
      socket.destroy();
      await once(socket, 'close');
    }
    await expect.poll(rows, { timeout: 10_000 }).toBe(1);
  });

  it('are deleted if the rest of an upload does not arrive', async () => {
    const before = { ...slowLimits };
    Object.assign(slowLimits, { everyMs: 300 });
    try {
      const socket = idle(network());
      let answer = '';
      socket.on('data', (part) => {
        answer += part;
      });
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*The file arrived too slowly/s);
      await expect.poll(rows, { timeout: 5_000 }).toBe(0);
    } finally {
      Object.assign(slowLimits, before);
    }
  });

  it('are stored completely, with their received size', async () => {
    const { id, status } = await upload(network(), 2.5 * mib);
    expect(status).toBe(200);
    const [row] =
      await app.sql`select size, received from files where id = ${Number.parseInt(id, 10)}`;
    expect(row).toEqual({ size: 2.5 * mib, received: 2.5 * mib });
  });

  it('take at most a share of the space per network', async () => {
    const from = network();
    const { owner } = newClaim(from);
    const share = unclaimedMbMax * mib * unclaimedShare;
    await app.sql`
      insert into files (key, claim, name, size) values ('many', ${owner.claim}, 'many', ${share - 1.5 * mib})`;
    expect(await upload(from, 2 * mib)).toMatchObject({
      status: 503,
      message: expect.stringMatching(/without them/),
    });
    expect(await rows()).toBe(1);
    expect((await upload(from, 1000)).status).toBe(200);
    expect((await upload(network(), 2 * mib)).status).toBe(200);
  });

  it('lose the visitor’s IP network once the form is submitted', async () => {
    const { id } = await upload(network(), 10);
    const claimOf = async () => (await app.sql`select claim from files`)[0]?.claim;
    expect(await claimOf()).toMatch(/^[0-9a-f]{64} [0-9a-f]+$/);
    const answers = { email: 'a@example.com', plans: [id] };
    expect((await app.postJson(`/api/forms/${form.id}`, { answers })).status).toBe(200);
    expect(await claimOf()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are limited per day and network, even after they have been sent', async () => {
    const from = network();
    const first = await upload(from, dayMib * mib - mib / 2);
    expect(first.status).toBe(200);
    const answers = { email: 'a@example.com', plans: [first.id] };
    expect((await app.postJson(`/api/forms/${form.id}`, { answers })).status).toBe(200);
    expect((await upload(from, 1)).status).toBe(429);
    expect((await upload(network(), 1)).status).toBe(200);
  });

  it('leave a note on the lead if they cannot be stored', async () => {
    const { id } = await upload(network(), 10);
    const plans = [id, 'not-taken/roof.pdf'];
    const send = (sent: object) =>
      app.postJson(`/api/forms/${form.id}`, { answers: { email: 'a@example.com', ...sent } });
    expect((await send({})).status).toBe(400);
    expect((await send({ plans: ['roof.pdf'] })).status).toBe(400);
    const ids = [];
    for (const sent of [plans, ['not-taken/roof.pdf']]) {
      const response = await send({ plans: sent });
      expect(response.status).toBe(200);
      ids.push(((await response.json()) as { id: number }).id);
    }
    const leads = await app.sql`
      select project_details from quotes where id in ${app.sql(ids)} order by id`;
    expect(leads.map((lead) => lead.project_details)).toEqual([
      'The plans: plan.txt, roof.pdf (upload failed, ask for it)',
      'The plans: roof.pdf (upload failed, ask for it)',
    ]);
    const mails = await app.sql`
      select text from mails where kind = 'quote_notice' and about = ${`quote:${ids[1]}`}`;
    expect(mails[0]?.text).toContain('roof.pdf (upload failed, ask for it)');
  });
});

describe('a request body', () => {
  const limits = { everyMs: 40, bytes: 10 };
  const ended = (source: Readable) =>
    new Promise<string>((resolve) => {
      source.on('error', ({ message }) => resolve(message));
      source.on('end', () => resolve('ended'));
    });
  const pieces = (length: number) =>
    Readable.from(
      (async function* () {
        for (let count = 0; count < 10; count += 1) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield Buffer.alloc(length);
        }
      })(),
    );

  it('is ended if it arrives too slowly', async () => {
    const source = pieces(1);
    endSlow(source, limits);
    expect(await ended(source)).toMatch(/too slowly/);
  });

  it('is accepted if it arrives in time', async () => {
    const source = pieces(100);
    endSlow(source, limits);
    expect(await ended(source)).toBe('ended');
  });
});
