import { AwsClient } from 'aws4fetch';

import { AppError } from '~/contract/common/errors';
import type { ObjectStoreAddress } from './files-url';

const timeoutMs = 30_000;

const away = (cause?: unknown) =>
  Object.assign(
    new AppError('SERVICE_UNAVAILABLE', 'Files cannot be read right now. Please try again soon.', {
      retryAfterSeconds: 10,
    }),
    { cause },
  );

/** Reads and writes objects in an S3-compatible store. */
export function createObjectStore({ url, ...credentials }: ObjectStoreAddress) {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 });

  async function ask(method: string, key: string, init: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await client.fetch(`${url}/${key}`, { method, signal, ...init });
    } catch (error) {
      throw away(error);
    }
  }

  const refused = (response: Response) => {
    void response.body?.cancel();
    return away(new Error(`the store responded with status ${response.status}`));
  };

  return {
    /**
     * Stores an object. Signing requires the whole object in memory, which is possible because objects are no larger
     * than an attachment.
     */
    async put(key: string, bytes: Uint8Array): Promise<void> {
      const response = await ask('PUT', key, {
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { 'Content-Type': 'application/octet-stream' },
      });
      if (!response.ok) throw refused(response);
      await response.arrayBuffer();
    },

    /**
     * Reads an object.
     *
     * @param to the offset after the last byte
     * @throws NOT_FOUND if the object is missing, for example in a new bucket after a restore of the database
     */
    async *read(key: string, from: number, to: number): AsyncGenerator<Buffer> {
      if (from >= to) return;
      const response = await ask('GET', key, { headers: { Range: `bytes=${from}-${to - 1}` } });
      if (response.status === 404) {
        await response.body?.cancel();
        throw new AppError('NOT_FOUND', 'The content of this file is missing');
      }
      if (!response.ok || !response.body) throw refused(response);
      // Stores that do not support ranges respond with the whole object.
      let at = response.status === 206 ? from : 0;
      for await (const piece of response.body) {
        const part = Buffer.from(piece).subarray(Math.max(0, from - at), Math.max(0, to - at));
        at += piece.length;
        if (part.length > 0) yield part;
      }
    },

    /** Returns an object; undefined if it does not exist. */
    async get(key: string): Promise<Buffer | undefined> {
      const response = await ask('GET', key);
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) throw refused(response);
      return Buffer.from(await response.arrayBuffer());
    },

    async has(key: string): Promise<boolean> {
      const response = await ask('HEAD', key);
      if (!response.ok && response.status !== 404) throw refused(response);
      return response.ok;
    },

    /** Deletes an object, if it exists. */
    async remove(key: string): Promise<void> {
      const response = await ask('DELETE', key);
      if (!response.ok && response.status !== 404) throw refused(response);
      await response.body?.cancel();
    },
  };
}

export type ObjectStore = ReturnType<typeof createObjectStore>;
