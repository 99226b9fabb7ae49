import { Readable } from 'node:stream';

import Busboy from '@fastify/busboy';
import { Hono } from 'hono';

import { AppError, signedOut } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import { conversationKinds } from '~/contract/conversations/conversations';
import { fileBytesMax } from '~/contract/files/files';
import type { UploadedFile } from '~/contract/files/files-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { LinkedConversation } from '~/server/features/conversations/linked-conversation';
import { newClaim } from '~/server/features/files/claimed';
import { rejectRole } from '~/server/features/files/files.rows';
import type { Files } from '~/server/features/files/files.service';
import { type Claimant, tooLarge, type Uploads } from '~/server/features/files/uploads';
import type { FormAnswersService } from '~/server/features/leads/form-answers/form-answers.service';
import { accountOf, rejectClientView } from '~/server/platform/trpc/client-view';
import type { Context } from '~/server/platform/trpc/context';
import { endSlow } from './admission/slow-uploads';
import { privateLinkHeaders } from './headers';
import type { HonoContext, RequestEnv } from './rest';
import { sendFile } from './send-file';
import type { createTus } from './tus';

/** Maximum size in bytes of the parts of a multipart body other than the file. */
const multipartExtra = 16 * 1024;

/** Uploads and downloads files as streams, so that memory never contains a complete file. */
export function createFileRoutes(options: {
  files: Pick<Files, 'open' | 'uploads'>;
  conversation: Pick<LinkedConversation, 'openFile'>;
  formAnswers: Pick<FormAnswersService, 'rejectUpload'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const { files } = options;
  const { uploads } = files;
  const routes = new Hono<RequestEnv>();
  // Imported with the first upload, so that startup does not wait for the library.
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

  /**
   * Returns the user who uploads: a client, or an admin who may write in threads. Counts the request against `limit`,
   * and releases its slot.
   */
  async function uploader(c: HonoContext, limit: 'fileUploads' | 'filePieces') {
    const { user, rateLimits } = await signedIn(c);
    rejectRole(user, 'requests.write');
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
  // Deletes the user's own uploads that are in no message. tus cancels an upload in the same way.
  routes.delete('/files/:id', async (c) => {
    const user = await uploader(c, 'filePieces');
    const id = idOf(c);
    await uploads.discard(user, id);
    return c.req.header('tus-resumable')
      ? c.body(null, 204, { 'Tus-Resumable': '1.0.0' })
      : c.json({ id });
  });
  // The route also handles HEAD.
  routes.get('/files/:id', async (c) => {
    if (c.req.method === 'HEAD' && c.req.header('tus-resumable')) {
      const { user } = await signedIn(c);
      rejectClientView(user);
      return (await loadTus()).respond(c.req.raw, user);
    }
    const { user, rateLimits } = await signedIn(c);
    await rateLimits.consume('fileReads', accountOf(user).id);
    return sendFile(c, await files.open(user, idOf(c)));
  });
  // Visitors upload files before they send the form that refers to them. Nobody can read such files until they are part of
  // a lead.
  routes.post('/files/of-forms/:id', async (c) => {
    const { rateLimits, visit } = await options.createContext(c);
    await rateLimits.consume('formFiles', visit.network);
    await options.formAnswers.rejectUpload(idOf(c));
    c.env?.leave?.();
    const { secret, owner } = newClaim(visit.network);
    const claimant: Claimant = {
      ...owner,
      spend: (tx) => rateLimits.consumeIn(tx, 'formFileMib', visit.network),
    };
    const { id, ...file } = await receiveMultipart(c, claimant, uploads);
    c.header('Cache-Control', 'no-store');
    return c.json({ id: `${id}.${secret}`, ...file });
  });
  for (const kind of conversationKinds) {
    routes.get(`/${kind}s/by-link/:token/files/:id`, async (c) => {
      const { rateLimits, visit } = await options.createContext(c);
      await rateLimits.consume('linkReads', visit.network);
      const file = await options.conversation.openFile(kind, c.req.param('token'), idOf(c));
      const response = await sendFile(c, file);
      for (const [name, value] of Object.entries(privateLinkHeaders)) {
        response.headers.set(name, value);
      }
      return response;
    });
  }
  return routes;
}

/** Parses the id. An invalid id has the same result as an unknown one. */
function idOf(c: HonoContext): number {
  const id = c.req.param('id') ?? '';
  if (!/^\d{1,10}$/.test(id) || Number(id) > int4Max) {
    throw new AppError('NOT_FOUND', 'File not found');
  }
  return Number(id);
}

const noFile = () => new AppError('BAD_REQUEST', 'Please send one file, in the field “file”');

/** Streams the file of a multipart body to the store. */
async function receiveMultipart(
  c: HonoContext,
  user: CurrentUser | Claimant,
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
  // The announced length of the body limits the size of the file.
  const size = Number.isFinite(announced) ? Math.min(announced, fileBytesMax) : undefined;
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  const watched = 'claim' in user ? endSlow(source) : undefined;
  let id: number | undefined;
  try {
    const file = await firstFile(source, type);
    ({ id } = await uploads.begin(user, { name: file.name, size }));
    await uploads.append(user, id, 0, file.content);
    if (file.isTruncated()) throw tooLarge();
    return await uploads.finish(user, id);
  } catch (error) {
    // Deletes an incomplete upload. `finish` has already deleted a file that it rejects.
    if (id !== undefined) await uploads.discard(user, id).catch(() => {});
    throw error;
  } finally {
    watched?.();
    // Reads and discards the rest of the body, because the next request on the connection follows it.
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
    // The body is truncated. The parser emits the error on itself and on the part, which may have no listener yet.
    const fail = (error: unknown) => {
      const failure = error instanceof AppError ? error : noFile();
      open?.destroy(failure);
      reject(failure);
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
    // Rejecting has no effect if a file was found, because the promise is already resolved.
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
    // busboy rejects these headers, so the request is not a multipart upload.
    return undefined;
  }
}
