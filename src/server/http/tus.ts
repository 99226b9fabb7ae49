import type { Readable } from 'node:stream';

import { DataStore, ERRORS, Server, Upload } from '@tus/server';

import { AppError, errorStatus } from '~/contract/common/errors';
import { int4Max } from '~/contract/common/limits';
import { fileBytesMax } from '~/contract/files/files';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { Uploads } from '~/server/features/files/uploads';
import { errorBody, isDatabaseAway } from '~/server/platform/errors';
import { unavailable } from './error-responses';
import { filesPath } from './file-paths';

/** Returns the id in an upload's path; 0, which no file has, if it is invalid. */
const idIn = (id: string): number =>
  /^\d{1,10}$/.test(id) && Number(id) <= int4Max ? Number(id) : 0;

/** Data store with the uploads of the request's user. */
class OwnUploads extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination'];

  constructor(
    private readonly uploads: Uploads,
    private readonly user: CurrentUser,
  ) {
    super();
  }

  // Does nothing, because the row was created when the upload got its id.
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    return this.uploads.append(this.user, idIn(id), offset, stream);
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.uploads.find(this.user, idIn(id));
    return new Upload({
      id,
      size: row.size,
      offset: row.received,
      metadata: { filename: row.name },
      creation_date: row.createdAt.toISOString(),
    });
  }

  override async remove(id: string): Promise<void> {
    await this.uploads.discard(this.user, idIn(id));
  }
}

function bodyOf(error: unknown): { status_code: number; body: string } | undefined {
  if (isDatabaseAway(error)) {
    return { status_code: 503, body: JSON.stringify(errorBody('SERVICE_UNAVAILABLE')) };
  }
  if (!(error instanceof AppError)) return undefined;
  return {
    status_code: errorStatus[error.code],
    body: JSON.stringify(errorBody(error.code, error.message)),
  };
}

/**
 * Serves resumable uploads with the tus protocol, version 1.0. An upload is at `/api/files/{id}`, with the id of the file.
 */
export function createTus(uploads: Uploads) {
  /**
   * Creates a server for each request, because access depends on the user. Locks are in the database, so that all
   * instances share them.
   */
  function serverFor(user: CurrentUser): Server {
    return new Server({
      path: filesPath,
      relativeLocation: true,
      datastore: new OwnUploads(uploads, user),
      maxSize: fileBytesMax,
      allowedOrigins: [],
      namingFunction: async (request, metadata) => {
        const length = Number(request.headers.get('upload-length'));
        if (!Number.isInteger(length) || length < 0) throw ERRORS.INVALID_LENGTH;
        const name = metadata?.filename ?? metadata?.name ?? '';
        const { id } = await uploads.begin(user, { name, size: length });
        return String(id);
      },
      onUploadFinish: async (_request, upload) => {
        const file = await uploads.finish(user, idIn(upload.id));
        return { body: JSON.stringify(file), headers: { 'Content-Type': 'application/json' } };
      },
      onResponseError: (_request, error) => bodyOf(error),
    });
  }

  /** Removes the CORS headers, because other sites may not upload here. */
  async function answer(server: Server, request: Request): Promise<Response> {
    const response = await server.handleWeb(request as Parameters<Server['handleWeb']>[0]);
    const headers = new Headers(response.headers);
    for (const name of [...headers.keys()]) {
      if (name.startsWith('access-control-')) headers.delete(name);
    }
    headers.set('Cache-Control', 'no-store');
    if (response.status === 503) return unavailable(filesPath);
    if (response.status >= 400 && request.method !== 'HEAD') return asError(response, headers);
    return new Response(response.body, { status: response.status, headers });
  }

  return {
    async respond(request: Request, user: CurrentUser): Promise<Response> {
      try {
        return await answer(serverFor(user), request);
      } catch (error) {
        if (isDatabaseAway(error)) return unavailable(filesPath);
        throw error;
      }
    },

    /** Describes the server's capabilities. */
    describe: (request: Request): Promise<Response> =>
      answer(serverFor({ id: '' } as CurrentUser), request),
  };
}

/** Returns a response in the error format of this site. */
async function asError(response: Response, headers: Headers): Promise<Response> {
  // The library reports a server error if a client uses an extension that is not offered, but the client caused it.
  const status = response.status === 501 ? 400 : response.status;
  const said = await response.text();
  headers.delete('content-length');
  headers.set('Content-Type', 'application/json');
  const body = said.startsWith('{') ? said : JSON.stringify(errorBody(codeOf(status)));
  return new Response(body, { status, headers });
}

function codeOf(status: number) {
  const found = Object.entries(errorStatus).find(([, one]) => one === status);
  return (found?.[0] ?? 'BAD_REQUEST') as keyof typeof errorStatus;
}
