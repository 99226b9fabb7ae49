import { EventEmitter, on } from 'node:events';

/** Publishes the names of changed tables to open panels, for the changes of all instances. */
export function createPanelStream() {
  const emitter = new EventEmitter();
  // One listener for each open panel.
  emitter.setMaxListeners(0);
  const ending = new AbortController();

  return {
    publish(table: string): void {
      emitter.emit('changed', table);
    },

    /**
     * Yields changed tables until the signal aborts, the server stops, or the session ends. An idle stream makes no
     * queries: the session is read again when any session or user has changed.
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
          // The panel shows no sessions.
          if (table !== 'sessions') yield table as string;
        }
      } catch (error) {
        if (!until.aborted) throw error;
      }
    },

    /** Open streams of this instance. */
    openCount: (): number => emitter.listenerCount('changed'),

    /** Ends every stream, so that a stopping server does not wait for them. */
    end(): void {
      ending.abort();
    },
  };
}

export type PanelStream = ReturnType<typeof createPanelStream>;
