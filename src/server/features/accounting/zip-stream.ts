import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { ZipFile } from 'yazl';

export interface ZipWriter {
  /** Resolves once the entry is written, as fast as the ZIP file is read. @throws where it is not read to its end */
  add(
    name: string,
    content: AsyncIterable<Uint8Array | string>,
    isCompressed?: boolean,
  ): Promise<void>;
  /** Aborted once the ZIP file is read no further. */
  signal: AbortSignal;
}

/** A ZIP file whose entries are made while it is read, one after the other: no more than what is being written is in memory. */
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
    // Each entry is kept until the end of the file, with what its function holds: not its content.
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
