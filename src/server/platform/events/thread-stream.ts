import { EventEmitter, on } from 'node:events';

/** An event of a thread, as PostgreSQL announces it. */
export interface ThreadNotice {
  id: number;
  clientId: string;
  /** Of the company that has the request. */
  companyId: number | null;
  requestId: number;
  kind: string;
  subjectId: number | null;
  internal: boolean;
}

type Signal = { notice: ThreadNotice } | { table: string } | { isResync: true };

export interface Following<Told> {
  signal: AbortSignal | undefined;
  session: { expiresAt: Date; isValid(): Promise<boolean> };
  /** Whether the follower may know of it. */
  concerns(notice: ThreadNotice): boolean;
  /** The id after which to continue; undefined for a follower that has seen nothing. */
  lastId: number | undefined;
  /** What was committed after an id, from the first to the last. @returns what is to be told, and the id to continue after */
  since(lastId: number | undefined): AsyncIterable<{ id: number; told: Told }>;
  toldOf(notice: ThreadNotice): Told;
}

/** Passes the events of threads on to open screens, for the changes of all instances. */
export function createThreadStream() {
  const emitter = new EventEmitter();
  // One listener for each open screen.
  emitter.setMaxListeners(0);
  const ending = new AbortController();
  const emit = (signal: Signal) => emitter.emit('signal', signal);

  return {
    publish: (notice: ThreadNotice) => emit({ notice }),

    /** A changed table: sessions are read again where one may have ended. */
    publishTable(table: string): void {
      if (table === 'sessions' || table === 'users') emit({ table });
    },

    /** What was announced while the line was lost is read from the table. */
    resync: () => emit({ isResync: true }),

    /**
     * Yields what concerns the follower, each event once, until the signal aborts, the server stops, or the session ends. Listening begins
     * before the past is read, so that nothing falls between the two. An idle follower makes no queries.
     */
    async *follow<Told>(options: Following<Told>): AsyncGenerator<{ id: number; told: Told }> {
      const { session, signal, concerns } = options;
      const left = Math.max(0, session.expiresAt.getTime() - Date.now());
      const until = AbortSignal.any([
        ending.signal,
        // A timer takes 24 days at most; a session that lasts longer is read again then.
        AbortSignal.timeout(Math.min(left, 2 ** 31 - 1)),
        ...(signal ? [signal] : []),
      ]);
      let { lastId } = options;
      const incoming = on(emitter, 'signal', { signal: until });
      async function* catchUp() {
        for await (const one of options.since(lastId)) {
          lastId = one.id;
          yield one;
        }
      }
      try {
        // It may have ended before this listened.
        if (!(await session.isValid())) return;
        yield* catchUp();
        for await (const [sent] of incoming) {
          const one = sent as Signal;
          if ('isResync' in one) yield* catchUp();
          else if ('table' in one) {
            if (!(await session.isValid())) return;
          } else if (one.notice.id > (lastId ?? 0) && concerns(one.notice)) {
            lastId = one.notice.id;
            yield { id: one.notice.id, told: options.toldOf(one.notice) };
          }
        }
      } catch (error) {
        if (!until.aborted) throw error;
      } finally {
        await incoming.return?.();
      }
    },

    /** Open streams of this instance. */
    openCount: (): number => emitter.listenerCount('signal'),

    /** Ends every stream, so that a stopping server does not wait for them. */
    end(): void {
      ending.abort();
    },
  };
}

export type ThreadStream = ReturnType<typeof createThreadStream>;
