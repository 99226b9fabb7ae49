const lineEnd = Uint8Array.of(10);
const encoder = new TextEncoder();

/**
 * A Blob that joins its parts in memory. `postal-mime` creates a Blob of all lines of a body, and Node's own Blob takes
 * 2 KB and 10 µs for each line. 350,000 lines take 0.5 s and 50 MB with this class, but 4 s and 500 MB with Node's.
 */
export class JoinedBlob extends Blob {
  readonly #parts: Uint8Array[];

  constructor(parts: (string | ArrayBuffer | Uint8Array)[] = []) {
    super();
    this.#parts = parts.map((part) => {
      if (part === '\n') return lineEnd;
      if (typeof part === 'string') return encoder.encode(part);
      return part instanceof Uint8Array ? part : new Uint8Array(part);
    });
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const joined = new Uint8Array(this.#parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#parts) {
      joined.set(part, at);
      at += part.length;
    }
    return joined.buffer;
  }
}
