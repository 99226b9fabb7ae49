import { Readable } from 'node:stream';

import { RandomAccessReader } from 'yauzl';

/** Number of bytes to read at a time, because the library requests directory entries one by one. */
const windowBytes = 128 * 1024;

/** Lets the ZIP library read ranges of content, wherever the content is stored. Reads adjacent ranges together. */
export class ChunkReader extends RandomAccessReader {
  private window: { start: number; bytes: Promise<Buffer> } | undefined;

  constructor(private readonly part: (from: number, to: number) => Promise<Buffer>) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.windows(start, end));
  }

  private async *windows(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const from = at - (at % windowBytes);
      const to = Math.min(end, from + windowBytes);
      if (this.window?.start !== from) {
        this.window = { start: from, bytes: this.part(from, from + windowBytes) };
      }
      const bytes = await this.window.bytes;
      yield bytes.subarray(at - from, to - from);
      at = to;
    }
  }
}
