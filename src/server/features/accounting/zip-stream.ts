import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

export interface ZipWriter {
  /**
   * Adds an entry. Resolves once the entry is written. Writing waits until the reader of the ZIP file has read the
   * previous data.
   *
   * @throws if the content is not read to its end
   */
  add(
    name: string,
    content: AsyncIterable<Uint8Array | string>,
    isCompressed?: boolean,
  ): Promise<void>;
  /** Aborted when the ZIP file is no longer read. */
  signal: AbortSignal;
}

/** Creates a ZIP file while it is read, one entry after the other. Only the current entry is in memory. */
export async function* zipStream(write: (zip: ZipWriter) => Promise<void>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const stopped = new AbortController();
  zip.on('error', (error: Error) => output.destroy(error));

  async function add(
    name: string,
    content: AsyncIterable<Uint8Array | string>,
    isCompressed = true,
  ): Promise<void> {
    stopped.signal.throwIfAborted();
    // The library keeps each entry until the end of the file, including everything that its function references. Clearing
    // this variable releases the content.
    let kept: typeof content | undefined = content;
    const { signal } = stopped;
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => reject(signal.reason);
      signal.addEventListener('abort', giveUp);
      zip.addReadStreamLazy(name, { compress: isCompressed }, (callback) => {
        const source = Readable.from(kept ?? [], { objectMode: false, signal });
        kept = undefined;
        finished(source)
          .finally(() => signal.removeEventListener('abort', giveUp))
          .then(resolve, reject);
        callback(null, source);
      });
    });
  }

  const written = write({ add, signal: stopped.signal }).then(
    () => zip.end(),
    (error: Error) => {
      output.destroy(error);
    },
  );
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    stopped.abort();
    await written;
  }
}
