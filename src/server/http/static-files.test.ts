import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { drain } from '~/server/http/drain';
import { listen } from '~/server/listen';
import { ResponseCache } from '~/server/platform/cache/response-cache';
import { createLog } from '~/server/platform/log';
import { createBusy } from './cached-responses';
import { readStaticFiles } from './static-files';

const script = `export const text = '${'again and '.repeat(100)}';`;

let folder: string;
let server: Server;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kestrel-files-'));
  const clientDir = join(folder, 'client');
  await mkdir(join(clientDir, 'assets'), { recursive: true });
  await mkdir(join(clientDir, '.vite'));
  const files: Record<string, string | Buffer> = {
    'client/assets/app-1a2b.js': script,
    'client/assets/app-1a2b.js.br': brotliCompressSync(script),
    'client/assets/app-1a2b.js.gz': gzipSync(script),
    'client/favicon.svg': '<svg/>',
    'client/.vite/manifest.json': '{}',
    'client/.env': 'secret',
    'client/unknown.exe': 'what',
    'secret.txt': 'secret',
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  const app = {
    fetch: () => new Response('the app', { status: 404 }),
    busy: createBusy({}),
    streams: new Set<string>(),
  };
  const current = {
    app,
    cache: new ResponseCache(),
    files: readStaticFiles(clientDir).files,
    log: createLog('silent'),
    traffic: { count: () => {} },
    twinHost: 'www.agency.test',
  };
  ({ server, port } = await listen(() => current, { port: 0, host: '127.0.0.1' }));
});
afterAll(async () => {
  await drain(server);
  await rm(folder, { recursive: true, force: true });
});

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers, agent: false };
      httpRequest(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode = 0, headers: sent } = response;
          resolve({ status: statusCode, headers: sent, body: Buffer.concat(chunks) });
        });
      })
        .on('error', reject)
        .end();
    },
  );
}

describe('a static file', () => {
  const path = '/assets/app-1a2b.js';

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes) => bytes],
  ])('has the same content in %s', async (coding, decode) => {
    const { status, headers, body } = await get(path, { 'Accept-Encoding': coding });
    expect(status).toBe(200);
    expect(headers['content-encoding'] ?? 'identity').toBe(coding);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['content-length']).toBe(String(body.length));
    expect(decode(body).toString()).toBe(script);
  });

  it('is immutable with a hashed name, and otherwise revalidated', async () => {
    expect((await get(path)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const plain = await get('/favicon.svg');
    expect(plain.headers['cache-control']).toBe('public, max-age=3600');
    const again = await get('/favicon.svg', { 'If-None-Match': String(plain.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('ignores the query string', async () => {
    expect((await get(`${path}?v=2`)).body.toString()).toBe(script);
  });

  it('answers HEAD, and rejects writes', async () => {
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(script.length));
    expect((await get(path, {}, 'POST')).body.toString()).toBe('the app');
  });

  it('remains available after the next build removes it', async () => {
    const dir = join(folder, 'removed');
    await mkdir(join(dir, 'assets'), { recursive: true });
    for (const ending of ['', '.br', '.gz'])
      await writeFile(join(dir, `assets/page-3c4d.js${ending}`), `content${ending}`);
    const { files, hold } = readStaticFiles(dir);
    await hold();
    await rm(dir, { recursive: true });
    const { identity, br, gzip } = files.get('/assets/page-3c4d.js') ?? {};
    expect([identity, br, gzip].map(String)).toEqual(['content', 'content.br', 'content.gz']);
  });

  it('has another ETag after a change of the same length', async () => {
    const before = (await get('/favicon.svg')).headers.etag;
    await writeFile(join(folder, 'client/favicon.svg'), '<gvs/>');
    const now = readStaticFiles(join(folder, 'client')).files.get('/favicon.svg');
    expect(now?.identity.toString()).toBe('<gvs/>');
    expect(now?.etag).not.toBe(before);
  });
});

it.each([
  '/.vite/manifest.json',
  '/.env',
  '/unknown.exe',
  '/assets/app-1a2b.js.br',
  '/assets',
  '/secret.txt',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
])('a static file is not found for %s', async (path) => {
  const { status, body } = await get(path);
  expect([status, body.toString()]).toEqual([404, 'the app']);
});

it('requests to the redirected host are left to the app', async () => {
  const { status } = await get('/assets/app-1a2b.js', { Host: 'WWW.agency.test' });
  expect(status).toBe(404);
});
