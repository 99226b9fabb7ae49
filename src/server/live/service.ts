import { EventEmitter, on } from 'node:events';

/** Tells whoever listens which tables have changed; each server hears of all changes by all servers. */
export function createLive() {
  const emitter = new EventEmitter();
  // One listener for each panel that is open.
  emitter.setMaxListeners(0);
  const ending = new AbortController();

  return {
    tell(table: string): void {
      emitter.emit('changed', table);
    },

    /** Tables as they change, until the signal or the server's end. */
    async *changes(signal: AbortSignal | undefined): AsyncGenerator<string> {
      const until = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
      try {
        for await (const [table] of on(emitter, 'changed', { signal: until }))
          yield table as string;
      } catch (error) {
        if (!until.aborted) throw error;
      }
    },

    /** Ends every stream: a server that stops does not wait for those who only listen. */
    end(): void {
      ending.abort();
    },
  };
}

export type Live = ReturnType<typeof createLive>;
