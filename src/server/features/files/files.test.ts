import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';

import { fileBytesMax } from '~/contract/files/files';
import type { UploadedFile } from '~/contract/files/files-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { pixel, uploadAs, userOf } from '~/testing/threads';
import { emptyZip, zipOf } from '~/testing/zips';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { fileUploads: 1e6, filePieces: 1e6, fileReads: 1e6 },
});
let client: TestClient;

beforeAll(async () => {
  client = await signUpClient(app);
});

async function send(content: Uint8Array, name: string, by: { headers: object } = client) {
  const form = new FormData();
  form.set('file', new File([content as Uint8Array<ArrayBuffer>], name));
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const data = await encoded.arrayBuffer();
  const response = await app.fetch('/api/files', {
    method: 'POST',
    body: data,
    headers: { ...by.headers, 'Content-Type': type, 'Content-Length': String(data.byteLength) },
  });
  const body = (await response.json()) as UploadedFile & { message?: string };
  return { status: response.status, body };
}
const bytes = (text: string) => Buffer.from(text, 'latin1');

const office = (folder: string) =>
  zipOf({ '[Content_Types].xml': '<Types/>', [`${folder}/document.xml`]: '<x/>' });
const openDocument = (kind: string) =>
  zipOf({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '<x/>' });
const font =
  'node_modules/@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff2';
const pdf = bytes('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const mp4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  bytes('ftypisom\0\0\x02\0isommp42'),
  randomBytes(500),
]);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b4471a' }, limitInputPixels: false });

describe('the type of an uploaded file is detected from its content', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, name: string, stored: string]>([
    ['image/png', () => pixel, 'logo.png', 'logo.png'],
    ['image/png', () => pixel, 'logo.html', 'logo.html.png'],
    ['image/jpeg', () => picture(8, 8).jpeg().toBuffer(), 'photo.JPG', 'photo.JPG'],
    ['image/webp', () => picture(8, 8).webp().toBuffer(), 'a.webp', 'a.webp'],
    ['image/gif', () => picture(8, 8).gif().toBuffer(), 'a.gif', 'a.gif'],
    ['application/pdf', () => pdf, 'offer.pdf', 'offer.pdf'],
    ['application/zip', () => zipOf({ 'a.txt': 'hello' }), 'all.zip', 'all.zip'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      () => office('word'),
      'text.docx',
      'text.docx',
    ],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      () => office('xl'),
      'sums.docx',
      'sums.docx.xlsx',
    ],
    ['application/vnd.oasis.opendocument.text', () => openDocument('text'), 'text.odt', 'text.odt'],
    ['video/mp4', () => mp4, 'film.mp4', 'film.mp4'],
    ['text/plain', () => bytes('Hello\nyou'), 'note.txt', 'note.txt'],
    ['text/plain', () => Buffer.from('Grüße, 世界'), 'run.exe', 'run.exe.txt'],
    ['text/csv', () => bytes('a;b\n1;2\n'), 'sums.csv', 'sums.csv'],
    ['font/woff2', () => readFile(font), 'font.woff2', 'font.woff2'],
  ])('%s', async (type, content, name, stored) => {
    const { status, body } = await send(await content(), name);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      name: stored,
      size: (await content()).length,
      type,
    });
  });
});

describe('an upload is rejected', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, name: string]>([
    ['a web page', () => bytes('<!doctype html><script>alert(1)</script>'), 'a.html'],
    ['a web page named like a text', () => bytes('\n <HTML><body onload=x>'), 'a.txt'],
    ['a web page named like a picture', () => bytes('<html></html>'), 'a.png'],
    ['a script in a text', () => bytes('hello <script>alert(1)</script>'), 'a.txt'],
    ['SVG', () => bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>'), 'a.svg'],
    ['SVG named as a PNG', () => bytes('<?xml version="1.0"?><svg/>'), 'a.png'],
    ['XML', () => bytes('<?xml version="1.0"?><feed/>'), 'a.xml'],
    ['XML after a byte order mark', () => Buffer.from('\ufeff<?xml version="1.0"?><a/>'), 'a.txt'],
    ['a program', () => Buffer.concat([bytes('MZ'), randomBytes(400)]), 'a.exe'],
    ['a Linux program', () => Buffer.concat([bytes('\x7fELF'), randomBytes(400)]), 'a.png'],
    ['random bytes', () => Buffer.concat([Buffer.alloc(4), randomBytes(900)]), 'a.pdf'],
    ['nothing', () => Buffer.alloc(0), 'a.txt'],
    ['a GIF that is a script', () => bytes('GIF89a/*<script>*/=1;alert(1)//'), 'a.gif'],
    ['a PNG with a page in it', () => Buffer.concat([pixel, bytes('<script>x</script>')]), 'a.png'],
    ['a PDF after a page', () => Buffer.concat([bytes('<html>'), pdf]), 'a.pdf'],
    ['a PDF that is not first', () => Buffer.concat([bytes('x\n'), pdf]), 'a.pdf'],
    [
      'a picture that is an archive',
      async () => Buffer.concat([await picture(8, 8).jpeg().toBuffer(), zipOf({ a: 'b' })]),
      'a.jpg',
    ],
    [
      'an archive after a program',
      () => Buffer.concat([bytes('MZxx'), zipOf({ a: 'b' })]),
      'a.zip',
    ],
    ['an archive without entries', () => emptyZip, 'a.zip'],
    ['a Java program', () => zipOf({ 'META-INF/MANIFEST.MF': 'Main-Class: A' }), 'a.zip'],
    [
      'an Office file with macros',
      () => zipOf({ '[Content_Types].xml': '', 'word/a': '', 'word/vbaProject.bin': 'x' }),
      'a.docx',
    ],
    ['a broken picture', () => pixel.subarray(0, 20), 'a.png'],
    [
      'a picture with too many pixels',
      () => picture(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer(),
      'bomb.png',
    ],
  ])('%s', async (_, content, name) => {
    const before = await app.sql`select id from files`;
    const { status, body } = await send(await content(), name);
    expect([400, 415]).toContain(status);
    expect(body.message).toMatch(/\w/);
    expect(await app.sql`select id from files`).toHaveLength(before.length);
  });

  it('if it is larger than the limit, whether it declares its size or not, and stores nothing', async () => {
    const before = await app.sql`select sum(octet_length(bytes)) as sum from file_chunks`;
    const large = Buffer.alloc(fileBytesMax + 1, 'a');
    expect((await send(large, 'a.txt')).status).toBe(413);
    const data = new FormData();
    data.set('file', new File([large], 'a.txt'));
    const form = new Response(data);
    const chunked = await app.fetch('/api/files', {
      method: 'POST',
      headers: { ...client.headers, 'Content-Type': form.headers.get('content-type') ?? '' },
      body: form.body,
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
    const after = await app.sql`select sum(octet_length(bytes)) as sum from file_chunks`;
    expect(after).toEqual(before);
    const exact = await send(Buffer.alloc(fileBytesMax, 'a'), 'exact.txt');
    expect(exact).toMatchObject({ status: 200, body: { size: fileBytesMax } });
  });

  it('if it has no multipart body, or no file', async () => {
    const post = (body: BodyInit, type?: string) =>
      app.fetch('/api/files', {
        method: 'POST',
        body,
        headers: { ...client.headers, ...(type && { 'Content-Type': type }) },
      });
    expect((await post('{}', 'application/json')).status).toBe(415);
    expect((await post('x', 'multipart/form-data')).status).toBe(400);
    expect((await post('x', 'multipart/form-data; boundary=a')).status).toBe(400);
    const form = new FormData();
    form.set('file', 'a field');
    expect((await post(form)).status).toBe(400);
    const other = await app.fetch('/api/files', {
      method: 'POST',
      body: form,
      headers: { ...client.headers, Origin: 'https://evil.example' },
    });
    expect(other.status).toBe(403);
    expect((await app.fetch('/api/files', { method: 'POST', body: form })).status).toBe(401);
  });

  it.each(['file', 'another'])('if it ends in the middle of the part “%s”', async (field) => {
    const body = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.txt"\r\n\r\nwords`;
    const response = await app.fetch('/api/files', {
      method: 'POST',
      body,
      headers: { ...client.headers, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    expect(response.status).toBe(400);
  });

  it('if an admin who may not write in threads sends it', async () => {
    const { cookie } = await signedInAs(app, 'viewer');
    expect((await send(pixel, 'a.png', { headers: { Cookie: cookie } })).status).toBe(403);
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd.txt'],
    ['C:\\fakepath\\note.txt', 'note.txt'],
    ['a\u0000b\u202etxt.exe', 'abtxt.exe.txt'],
    ['', 'file.txt'],
    ['..', 'file.txt'],
    ['CON.txt', '_CON.txt'],
    ['"quoted"; filename=x.html', '_quoted_; filename=x.html.txt'],
    ['ü 世界.txt', 'ü 世界.txt'],
  ])('%j is stored as %j', async (name, kept) => {
    const file = await uploadAs(app.services, await userOf(app, client.id), bytes('hello'), name);
    expect(file.name).toBe(kept);
    const response = await client.get(`/api/files/${file.id}`);
    const said = response.headers.get('content-disposition') ?? '';
    expect(said).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/);
    expect(decodeURIComponent(said.split("UTF-8''")[1] ?? '')).toBe(kept);
  });
});

describe('a download', () => {
  it('is saved and never run, and supports ranges', async () => {
    const content = Buffer.from(Array.from({ length: 700_000 }, (_, n) => 32 + (n % 90)));
    const { body: file } = await send(content, 'long.txt');
    const path = `/api/files/${file.id}`;
    const whole = await client.get(path);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '700000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const part = async (range: string, more = {}) => {
      const headers = { ...client.headers, Range: range, ...more };
      const response = await app.fetch(path, { headers });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=262143-262145', 262_143, 262_146],
      ['bytes=699990-', 699_990, 700_000],
      ['bytes=-10', 699_990, 700_000],
      ['bytes=100-9999999', 100, 700_000],
    ] as const) {
      const { response, bytes: got } = await part(range);
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/700000`);
      expect(got.equals(content.subarray(from, to))).toBe(true);
    }
    expect((await part('bytes=700000-')).response.status).toBe(416);
    expect((await part('bytes=5-1')).response.status).toBe(416);
    expect((await part('lines=1-2')).response.status).toBe(200);
    expect((await part('bytes=0-5', { 'If-Range': '"another"' })).response.status).toBe(200);
    const etag = whole.headers.get('etag') ?? '';
    expect((await part('bytes=0-5', { 'If-Range': etag })).response.status).toBe(206);
    const head = await app.fetch(path, { method: 'HEAD', headers: client.headers });
    expect(head.headers.get('content-length')).toBe('700000');
    expect(await head.text()).toBe('');
  });

  it('requires access to the thread', async () => {
    const other = await signUpClient(app);
    const { id } = await createRequest(client);
    const { body: file } = await send(pixel, 'a.png');
    const path = `/api/files/${file.id}`;
    const as = async (role: 'viewer' | 'editor') =>
      (await app.fetch(path, { headers: { Cookie: (await signedInAs(app, role)).cookie } })).status;
    expect(await as('viewer')).toBe(404);
    await client.post(`/api/service-requests/${id}/messages`, { text: '', fileIds: [file.id] });
    expect(await as('viewer')).toBe(200);
    expect(await as('editor')).toBe(403);
    expect((await client.get(path)).status).toBe(200);
    expect((await other.get(path)).status).toBe(404);
    expect((await app.fetch(path)).status).toBe(401);
    for (const odd of ['0', '-1', '1e3', '9999999999', 'a%2fb', '..%2f..%2fetc']) {
      expect((await client.get(`/api/files/${odd}`)).status).toBe(404);
    }
  });
});

describe('a client’s quota', () => {
  it('limits concurrent uploads as well, and can be changed in the settings', async () => {
    const one = await signUpClient(app);
    await app.sql`insert into settings (key, value) values ('files', '{"quotaMb": 1}'::jsonb)`;
    const big = Buffer.alloc(400_000, 'a');
    const sent = await Promise.all([1, 2, 3, 4].map((n) => send(big, `${n}.txt`, one)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = sent.find(({ status }) => status === 413);
    expect(refused?.body.message).toContain('1 MiB');
    await app.sql`delete from settings where key = 'files'`;
    expect((await send(big, '5.txt', one)).status).toBe(200);
  });
});

describe('the job', () => {
  it('deletes uploads that are in no message, with their content', async () => {
    const user = await userOf(app, client.id);
    const [old, fresh] = [await uploadAs(app.services, user), await uploadAs(app.services, user)];
    const { id: unfinished } = await app.services.files.uploads.begin(user, {
      name: 'a.txt',
      size: 5,
    });
    await app.sql`update files set updated_at = now() - interval '25 hours'
      where id in (${old.id}, ${unfinished})`;
    const [{ key }] = await app.sql<[{ key: string }]>`select key from files where id = ${old.id}`;
    expect(await app.services.files.runJob()).toContain('2 files');
    const left =
      await app.sql`select id from files where id in (${old.id}, ${fresh.id}, ${unfinished})`;
    expect(left.map(({ id }) => id)).toEqual([fresh.id]);
    expect(await app.sql`select 1 from file_chunks where key = ${key}`).toHaveLength(0);
  });
});

it('a client’s account can be deleted with all threads and files', async () => {
  const leaving = await signUpClient(app);
  const { id } = await createRequest(leaving);
  const { body: file } = await send(pixel, 'a.png', leaving);
  await leaving.post(`/api/service-requests/${id}/messages`, { text: '', fileIds: [file.id] });
  const [{ key }] = await app.sql<[{ key: string }]>`select key from files where id = ${file.id}`;
  await app.sql`delete from users where id = ${leaving.id}`;
  expect(await app.sql`select 1 from files where id = ${file.id}`).toHaveLength(0);
  expect(await app.sql`select 1 from file_chunks where key = ${key}`).toHaveLength(0);
});
