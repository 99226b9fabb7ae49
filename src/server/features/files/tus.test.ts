import { Upload } from 'tus-js-client';
import { beforeAll, describe, expect, it } from 'vitest';

import { fileBytesMax } from '~/contract/files/files';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { fileUploads: 1e6, filePieces: 1e6 },
});
let client: TestClient;

beforeAll(async () => {
  client = await signUpClient(app);
});

const cookieOf = (one: TestClient) => one.headers.Cookie ?? '';

describe('a resumable upload', () => {
  const content = Buffer.from('0123456789abcdef'.repeat(40_000));

  it('continues after an interruption, and becomes a file', async () => {
    const url = await app.listen();
    const options = {
      endpoint: `${url}/api/files`,
      headers: { Cookie: cookieOf(client), 'X-Forwarded-For': 'tus' },
      metadata: { filename: 'long.txt' },
      chunkSize: 300_000,
      retryDelays: null,
    };
    const seen = await new Promise<string>((resolve, reject) => {
      const cut: Upload = new Upload(content, {
        ...{ ...options, onError: reject },
        onChunkComplete: () => {
          void cut.abort();
          resolve(cut.url ?? '');
        },
      });
      cut.start();
    });
    const location = await new Promise<string>((resolve, reject) => {
      const rest: Upload = new Upload(content, {
        ...{ ...options, uploadUrl: seen, onError: reject },
        onSuccess: () => resolve(rest.url ?? ''),
      });
      rest.start();
    });
    expect(location).toBe(seen);
    const id = Number(location.split('/').at(-1));
    expect(location).toContain(`/api/files/${id}`);
    const response = await client.get(`/api/files/${id}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
    expect(response.headers.get('content-type')).toContain('text/plain');
  });

  const tus = (method: string, path: string, headers: object, body?: BodyInit, by = client) =>
    app.fetch(path, {
      method,
      headers: { ...by.headers, 'Tus-Resumable': '1.0.0', ...headers },
      ...(body !== undefined && { body }),
    });
  const name = Buffer.from('a.txt').toString('base64');
  const begin = async (length: number, by = client) => {
    const headers = { 'Upload-Length': String(length), 'Upload-Metadata': `filename ${name}` };
    const response = await tus('POST', '/api/files', headers, undefined, by);
    return { response, path: response.headers.get('location') ?? '' };
  };
  const patch = (path: string, offset: number, body: string, by = client) =>
    tus(
      'PATCH',
      path,
      { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body,
      by,
    );

  it('describes the server’s capabilities', async () => {
    const response = await app.fetch('/api/files', { method: 'OPTIONS' });
    expect(response.headers.get('tus-version')).toBe('1.0.0');
    expect(response.headers.get('tus-extension')).toContain('creation');
    expect(response.headers.get('tus-max-size')).toBe(String(fileBytesMax));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is accessible to its sender only', async () => {
    const other = await signUpClient(app);
    const { path, response } = await begin(10);
    expect(response.status).toBe(201);
    expect(path).toMatch(/^\/api\/files\/\d+$/);
    expect((await patch(path, 0, 'hello', other)).status).toBe(404);
    expect((await tus('HEAD', path, {}, undefined, other)).status).toBe(404);
    expect((await tus('DELETE', path, {}, undefined, other)).status).toBe(404);
    expect((await patch(path, 0, 'hello')).status).toBe(204);
    const head = await tus('HEAD', path, {});
    expect(head.headers.get('upload-offset')).toBe('5');
    expect((await client.get(path)).status).toBe(404);
    expect((await tus('DELETE', path, {})).status).toBe(204);
    expect((await tus('HEAD', path, {})).status).toBe(404);
  });

  it('accepts each part once, at its offset', async () => {
    const { path } = await begin(10);
    const parts = await Promise.all([patch(path, 0, 'hello'), patch(path, 0, 'hello')]);
    expect(parts.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await patch(path, 3, 'xx')).status).toBe(409);
    expect((await patch(path, 5, 'much too long')).status).toBe(413);
    expect((await patch(path, 5, 'world')).status).toBe(204);
    expect(await (await client.get(path)).text()).toBe('helloworld');
  });

  it('answers 400 to protocol extensions that are not offered, and continues', async () => {
    const { path } = await begin(4);
    const refused = [
      await tus(
        'PATCH',
        path,
        {
          'Upload-Offset': '0',
          'Upload-Length': '4',
          'Content-Type': 'application/offset+octet-stream',
        },
        'four',
      ),
      await tus('POST', '/api/files', { 'Upload-Defer-Length': '1' }),
      await tus('POST', '/api/files', { 'Upload-Length': '4', 'Upload-Concat': 'partial' }),
    ];
    for (const response of refused) {
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect((await patch(path, 0, 'four')).status).toBe(204);
    expect(await (await client.get(path)).text()).toBe('four');
  });

  it('is rejected at its start if it is too large, and at its end if its type is not allowed', async () => {
    const { path } = await begin(13);
    const refused = await patch(path, 0, '<html></html>');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('browser') });
    expect((await tus('HEAD', path, {})).status).toBe(404);
    expect((await begin(fileBytesMax + 1)).response.status).toBe(413);
    expect((await begin(Number.NaN)).response.status).toBe(400);
  });
});
