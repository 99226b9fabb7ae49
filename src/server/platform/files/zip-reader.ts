import { Readable } from 'node:stream';

import { RandomAccessReader } from 'yauzl';

/** Lets the ZIP library read parts of content wherever it is stored. */
export class ChunkReader extends RandomAccessReader {
  constructor(private readonly part: (from: number, to: number) => Promise<Buffer>) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { part } = this;
    return Readable.from(
      (async function* () {
        yield await part(start, end);
      })(),
    );
  }
}
