import { IncomingMessage } from 'node:http';

/** So many pieces of a body may be of any size; of more, they must hold so many bytes on average. */
export const fragmentLimits = { pieces: 512, meanBytes: 32 };

const fragmented = 'fragmented';

/**
 * A request that notices a body in pieces so small that to receive them costs many times what they hold: each chunk of one byte is an
 * object of some hundred. The rest of such a body is dropped, and it never ends.
 */
export class CountedMessage extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.isFragmented) return false;
    if (piece !== null) {
      this.pieces += 1;
      this.bytes += piece.length;
      if (this.isFragmented) {
        this.emit(fragmented);
        return false;
      }
    }
    return super.push(piece, encoding);
  }

  private get isFragmented(): boolean {
    const { pieces, meanBytes } = fragmentLimits;
    return this.pieces > pieces && this.bytes < this.pieces * meanBytes;
  }
}

/** Closes the connection of a body in too many pieces: what it holds may be on its way through the app already. */
export function closeFragmented(request: IncomingMessage): void {
  request.once(fragmented, () => request.destroy());
}
