import { Readable } from 'node:stream';

import Busboy from '@fastify/busboy';
import { Hono } from 'hono';

import { AppError, signedOut } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import { fileBytesMax } from '~/contract/files/files';
import type { UploadedFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { refuseRole } from '~/server/features/files/files.rows';
import type { Files, OpenFile } from '~/server/features/files/files.service';
import { tooLarge, type Uploads } from '~/server/features/files/uploads';
import type { Context } from '~/server/platform/trpc/context';
import type { HonoContext, RequestEnv } from './rest';
import type { createTus } from './tus';

/** What a multipart body holds besides its file. */
const multipartExtra = 16 * 1024;

/** Of every response with a file's content: it is saved, never run or shown as a part of this site. */
const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-store',
  'Accept-Ranges': 'bytes',
};

/** Uploads and downloads of files, both as streams: no file is in memory as a whole. */
export function createFileRoutes(options: {
  files: Pick<Files, 'open' | 'uploads'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const { files } = options;
  const { uploads } = files;
  const routes = new Hono<RequestEnv>();
  // With its library, which a start does without.
  let loaded: Promise<ReturnType<typeof createTus>> | undefined;
  const loadTus = () => {
    loaded ??= import('./tus').then((module) => module.createTus(uploads));
    return loaded;
  };

  async function signedIn(c: HonoContext): Promise<Context & { user: CurrentUser }> {
    const context = await options.createContext(c);
    if (!context.user) throw signedOut();
    return { ...context, user: context.user };
  }

  /** A client, or an admin who may write in threads. */
  async function uploader(c: HonoContext, limit: 'fileUploads' | 'filePieces') {
    const { user, rateLimits } = await signedIn(c);
    refuseRole(user, 'requests.write');
    await rateLimits.consume(limit, user.id);
    c.env?.leave?.();
    return user;
  }

  routes.post('/files', async (c) => {
    if (c.req.header('tus-resumable')) {
      return (await loadTus()).respond(c.req.raw, await uploader(c, 'fileUploads'));
    }
    const user = await uploader(c, 'fileUploads');
    c.header('Cache-Control', 'no-store');
    return c.json(await receiveMultipart(c, user, uploads));
  });
  routes.options('/files', async (c) => (await loadTus()).describe(c.req.raw));
  routes.options('/files/:id', async (c) => (await loadTus()).describe(c.req.raw));
  routes.on(['PATCH'], '/files/:id', async (c) =>
    (await loadTus()).respond(c.req.raw, await uploader(c, 'filePieces')),
  );
  // Own uploads that are in no message; tus ends an upload in the same way.
  routes.delete('/files/:id', async (c) => {
    const user = await uploader(c, 'filePieces');
    const id = idOf(c);
    await uploads.discard(user, id);
    return c.req.header('tus-resumable')
      ? c.body(null, 204, { 'Tus-Resumable': '1.0.0' })
      : c.json({ id });
  });
  // HEAD comes here as well.
  routes.get('/files/:id', async (c) => {
    if (c.req.method === 'HEAD' && c.req.header('tus-resumable')) {
      return (await loadTus()).respond(c.req.raw, (await signedIn(c)).user);
    }
    const { user, rateLimits } = await signedIn(c);
    await rateLimits.consume('fileReads', user.id);
    return send(c, await files.open(user, idOf(c)));
  });
  return routes;
}

/** One that is no id is as missing as an unknown one. */
function idOf(c: HonoContext): number {
  const id = c.req.param('id') ?? '';
  if (!/^\d{1,10}$/.test(id) || Number(id) > int4Max) {
    throw new AppError('NOT_FOUND', 'File not found');
  }
  return Number(id);
}

/** The only range of a request; undefined for all of the file, null for one that cannot be satisfied. */
function rangeOf(header: string | undefined, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : null;
}

async function send(c: HonoContext, file: OpenFile): Promise<Response> {
  const { name, size, type, sha256 } = file;
  const etag = `"${sha256}"`;
  const headers: Record<string, string> = {
    ...fileHeaders,
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
    ETag: etag,
  };
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const ifRange = c.req.header('if-range');
  const range =
    ifRange === undefined || ifRange === etag ? rangeOf(c.req.header('range'), size) : undefined;
  if (range === null) {
    return new Response(null, {
      status: 416,
      headers: { ...fileHeaders, 'Content-Range': `bytes */${size}` },
    });
  }
  const { from, to } = range ?? { from: 0, to: size };
  headers['Content-Length'] = String(to - from);
  if (range) headers['Content-Range'] = `bytes ${from}-${to - 1}/${size}`;
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  const parts = file.read(from, to)[Symbol.asyncIterator]();
  // Before the status is sent: where the store is away, there is none of it.
  const first = await parts.next();
  return new Response(toStream(first, parts), { status, headers });
}

/** Read only as fast as it is received. */
function toStream(
  first: IteratorResult<Buffer>,
  parts: AsyncIterator<Buffer>,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Buffer> | undefined = first;
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = next ?? (await parts.next());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.length));
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

const noFile = () => new AppError('BAD_REQUEST', 'Please send one file, in the field “file”');

/** The file of a multipart body, written to the store while it arrives. */
async function receiveMultipart(
  c: HonoContext,
  user: CurrentUser,
  uploads: Uploads,
): Promise<UploadedFile> {
  const type = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send the file as multipart/form-data');
  }
  const announced = Number(c.req.header('content-length') ?? Number.NaN);
  if (announced > fileBytesMax + multipartExtra) throw tooLarge();
  const { body } = c.req.raw;
  if (!body) throw noFile();
  // What is announced is an upper bound of the file.
  const size = Number.isFinite(announced) ? Math.min(announced, fileBytesMax) : undefined;
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  let id: number | undefined;
  try {
    const file = await firstFile(source, type);
    ({ id } = await uploads.begin(user, { name: file.name, size }));
    await uploads.append(user, id, 0, file.content);
    if (file.isTruncated()) throw tooLarge();
    return await uploads.finish(user, id);
  } catch (error) {
    // `finish` has deleted what it does not take.
    if (id !== undefined) await uploads.discard(user, id).catch(() => {});
    throw error;
  } finally {
    // What is left of the body is read and dropped, since the connection's next request waits for it.
    source.unpipe();
    source.on('error', () => {}).resume();
  }
}

interface Part {
  name: string;
  content: AsyncIterable<Uint8Array>;
  isTruncated(): boolean;
}

function firstFile(source: Readable, type: string): Promise<Part> {
  return new Promise((resolve, reject) => {
    const parser = createParser(type);
    if (!parser) return reject(noFile());
    let open: Readable | undefined;
    // A body that ends too early: the parser says so of itself and of the part, which nothing may be reading yet.
    const fail = () => {
      open?.destroy(noFile());
      reject(noFile());
    };
    parser.on('file', (field, stream, name) => {
      stream.on('error', fail);
      if (field !== 'file' || open) {
        stream.resume();
        return;
      }
      open = stream;
      resolve({
        name: name ?? '',
        content: stream,
        isTruncated: () => stream.truncated === true,
      });
    });
    // Of no matter once there was a file: it is ended by then.
    parser.on('finish', () => reject(noFile()));
    parser.on('error', fail);
    source.once('error', fail);
    source.pipe(parser);
  });
}

function createParser(type: string) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: 1,
        fileSize: fileBytesMax,
        fields: 10,
        fieldSize: 1024,
        parts: 20,
        headerPairs: 50,
        headerSize: 4096,
      },
    });
  } catch {
    // Headers that busboy does not take: no upload of a form.
    return undefined;
  }
}
