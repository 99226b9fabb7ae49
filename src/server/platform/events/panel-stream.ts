import { EventEmitter, on } from 'node:events';

/** Publishes the names of changed tables to open panels; each instance hears of the changes made by all of them. */
export function createPanelStream() {
  const emitter = new EventEmitter();
  // One listener for each panel that is open.
  emitter.setMaxListeners(0);
  const ending = new AbortController();

  return {
    publish(table: string): void {
      emitter.emit('changed', table);
    },

    /**
     * Tables as they change, until the signal, the server's end or the end of the session that it was opened with. An idle stream
     * asks the database nothing: a session is read again when any session or user has changed.
     */
    async *changes(
      signal: AbortSignal | undefined,
      session: { expiresAt: Date; isValid(): Promise<boolean> },
    ): AsyncGenerator<string> {
      const left = Math.max(0, session.expiresAt.getTime() - Date.now());
      const until = AbortSignal.any([
        ending.signal,
        AbortSignal.timeout(left),
        ...(signal ? [signal] : []),
      ]);
      try {
        for await (const [table] of on(emitter, 'changed', { signal: until })) {
          if ((table === 'sessions' || table === 'users') && !(await session.isValid())) return;
          // Which sessions there are is nothing that the panel shows.
          if (table !== 'sessions') yield table as string;
        }
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

export type PanelStream = ReturnType<typeof createPanelStream>;
