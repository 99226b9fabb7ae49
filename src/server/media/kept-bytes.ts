/** Makes at once at most; the rest wait, so that drawing never takes the whole machine. */
const atOnce = 2;

/**
 * Keeps what is costly to draw, up to `bytesMax`, least recently used out first. What is asked for by
 * many at once is made once.
 */
export function createKeptBytes(bytesMax: number) {
  const kept = new Map<string, Buffer>();
  const making = new Map<string, Promise<Buffer>>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let total = 0;

  async function turn(): Promise<void> {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
  }

  function done(): void {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }

  function keep(key: string, bytes: Buffer): void {
    if (bytes.length > bytesMax) return;
    kept.set(key, bytes);
    total += bytes.length;
    for (const [oldest, dropped] of kept) {
      if (total <= bytesMax) break;
      kept.delete(oldest);
      total -= dropped.length;
    }
  }

  async function make(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    await turn();
    try {
      const bytes = await draw();
      keep(key, bytes);
      return bytes;
    } finally {
      making.delete(key);
      done();
    }
  }

  return {
    async through(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const underway = making.get(key) ?? make(key, draw);
      making.set(key, underway);
      return underway;
    },
  };
}
