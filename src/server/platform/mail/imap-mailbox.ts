import { connectMailbox, type ImapConnection } from './imap-connection';
import { imapReasonFor } from './imap-failures';
import { type IncomingMail, takeAll } from './imap-taking';
import type { ImapSettings } from './imap-url';

type ImapState = { isReachable: true } | { isReachable: false; reason: string; error: unknown };

interface ImapMailboxOptions {
  settings: ImapSettings;
  /** Of mails longer than this the header alone is taken. */
  bytesMax: number;
  /** Whether this instance may watch now; asked before each connection, and while connected. False ends the connection. */
  mayWatch(): Promise<boolean>;
  /**
   * Stores a mail; resolves once it is committed, since it is moved after that. A rejection leaves it where it is. The same mail can
   * come again: its move may be lost, or the connection after it.
   */
  take(mail: IncomingMail): Promise<void>;
  /** After each look into the mailbox, and after each failure. */
  onState(state: ImapState): void;
  leaseMs?: number;
  pollMs?: number;
  firstRetryMs?: number;
  longestRetryMs?: number;
  idleRestartMs?: number;
  /** How long the server may say nothing before it is asked, or given up while an answer is due. */
  quietMs?: number;
}

export interface ImapMailbox {
  start(): void;
  /** Resolves within two seconds, also where the server does not answer. */
  stop(): Promise<void>;
  /** Looks now, also when a retry would be later. */
  checkSoon(): void;
}

/** What has begun, such as the move of a mail that was stored, may end within this. */
const graceMs = 1_000;
const stopWithinMs = 1_800;
/** A connection that ends sooner than this after its look is retried later and later. */
const steadyMs = 30_000;

/** Watches a mailbox of an IMAP server, takes each mail and moves it away. */
export function createImapMailbox(options: ImapMailboxOptions): ImapMailbox {
  const { settings, leaseMs = 20_000, pollMs = 60_000, quietMs = 60_000 } = options;
  const { firstRetryMs = 1_000, longestRetryMs = 5 * 60_000, idleRestartMs = 9 * 60_000 } = options;
  const stopping = new AbortController();
  const retry = createBell(stopping.signal);
  const failures = new Map<number, number>();
  let running: Promise<void> | undefined;
  let connected: ReturnType<typeof createBell> | undefined;
  /** Connections without one look into the mailbox. */
  let failedInRow = 0;
  /** Connections that broke soon after a look, as where a server allows the look and not the waiting. */
  let endedSoonInRow = 0;
  let hasLooked = false;

  function tell(state: ImapState) {
    try {
      options.onState(state);
    } catch {
      // An error of the callback does not stop the watch.
    }
  }

  /** Without an answer, as when the database is away, it may not. */
  async function mayWatch(): Promise<boolean> {
    const asked = Promise.resolve()
      .then(options.mayWatch)
      .catch(() => false);
    return (await withinMs(leaseMs, asked, stopping.signal)) ?? false;
  }

  async function run() {
    while (!stopping.signal.aborted) {
      if (!(await mayWatch())) {
        await retry.rings(leaseMs);
        continue;
      }
      retry.clear();
      const startedAt = performance.now();
      hasLooked = false;
      let isGivenUp = false;
      try {
        isGivenUp = await watch();
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (!hasLooked) failedInRow += 1;
        tell({ isReachable: false, reason: imapReasonFor(error), error });
      }
      if (hasLooked && !isGivenUp) {
        const isSoon = performance.now() - startedAt < steadyMs;
        endedSoonInRow = isSoon ? endedSoonInRow + 1 : 0;
      }
      await retry.rings(retryMs());
    }
  }

  function retryMs(): number {
    const doublings = Math.min(Math.max(failedInRow, endedSoonInRow, 1) - 1, 30);
    // Instances and mailboxes that failed together do not return together.
    return Math.min(longestRetryMs, firstRetryMs * 2 ** doublings) * (0.75 + Math.random() / 4);
  }

  /**
   * One connection, for as long as it lasts and this instance may watch.
   *
   * @returns whether it was given up; one that the server ends between two looks is a failure only where there is no next one
   */
  async function watch(): Promise<boolean> {
    const closing = new AbortController();
    const ending = endingWith(closing);
    const bell = createBell(ending.signal);
    connected = bell;
    let connection: ImapConnection | undefined;
    try {
      connection = await connectMailbox(settings, {
        bytesMax: options.bytesMax,
        quietMs,
        closing: closing.signal,
        onNews: bell.ring,
      });
      while (!ending.signal.aborted) {
        bell.clear();
        const take: typeof options.take = async (mail) => {
          await options.take(mail);
          // A server that gives one mail after the other is not away, also where it ends each connection.
          failedInRow = 0;
        };
        await takeAll(connection, { ...options, take, failures, ending: ending.signal });
        if (ending.signal.aborted) return true;
        succeeded();
        await news(connection, bell);
        if (connection.broken) throw connection.broken;
        if (!connection.client.usable) return ending.signal.aborted;
      }
      return true;
    } catch (error) {
      if (!ending.signal.aborted) throw connection?.broken ?? error;
      return true;
    } finally {
      await connection?.close();
      connected = undefined;
      ending.done();
    }
  }

  function succeeded() {
    hasLooked = true;
    if (failedInRow > 0) endedSoonInRow = 0;
    failedInRow = 0;
    tell({ isReachable: true });
  }

  /** Aborts when this instance stops or may no longer watch, and soon after that closes the connection. */
  function endingWith(closing: AbortController) {
    const ending = new AbortController();
    let lease = setTimeout(askAgain, leaseMs);
    let grace: NodeJS.Timeout | undefined;
    async function askAgain() {
      if (!(await mayWatch())) end();
      else if (!ending.signal.aborted) lease = setTimeout(askAgain, leaseMs);
    }
    function end() {
      if (ending.signal.aborted) return;
      ending.abort();
      grace = setTimeout(() => closing.abort(), graceMs);
    }
    stopping.signal.addEventListener('abort', end, { once: true });
    if (stopping.signal.aborted) end();
    return {
      signal: ending.signal,
      done() {
        ending.abort();
        clearTimeout(lease);
        clearTimeout(grace);
        stopping.signal.removeEventListener('abort', end);
      },
    };
  }

  /** Until there may be something new: the server says so, or it is time to look again. */
  async function news(connection: ImapConnection, bell: ReturnType<typeof createBell>) {
    if (!connection.canIdle) return await bell.rings(pollMs);
    let isWaiting = true;
    const begunAt = performance.now();
    const ended = (result?: boolean) => {
      if (result === false) connection.canIdle = false;
      if (!isWaiting) return;
      // Where the server was quiet and was asked whether it is there, IDLE ends with that.
      if (performance.now() - begunAt >= quietMs / 2) bell.ring();
      else bell.ringIn(pollMs);
    };
    connection.client.idle().then(ended, () => ended());
    await bell.rings(idleRestartMs);
    isWaiting = false;
  }

  return {
    start() {
      running ??= run();
    },
    checkSoon() {
      retry.ring();
      connected?.ring();
    },
    async stop() {
      stopping.abort();
      if (running) await withinMs(stopWithinMs, running);
    },
  };
}

/** Wakes the one who waits for it; what rings before that is heard too. */
function createBell(ending: AbortSignal) {
  let hasRung = false;
  let isAwaited = false;
  let timer: NodeJS.Timeout | undefined;
  let wake = () => {};
  const ring = () => {
    hasRung = true;
    isAwaited = false;
    clearTimeout(timer);
    wake();
  };
  const ringIn = (ms: number) => {
    clearTimeout(timer);
    if (isAwaited) timer = setTimeout(ring, ms);
  };
  ending.addEventListener('abort', ring, { once: true });
  return {
    ring,
    ringIn,
    clear() {
      hasRung = false;
    },
    async rings(withinMs: number): Promise<void> {
      if (!hasRung && !ending.aborted) {
        isAwaited = true;
        ringIn(withinMs);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      wake = () => {};
      hasRung = false;
    },
  };
}

/** @returns undefined where it takes longer, or the signal aborts */
function withinMs<Value>(
  ms: number,
  promise: Promise<Value>,
  signal?: AbortSignal,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve(undefined);
    }
    signal?.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(end);
    if (signal?.aborted) end();
  });
}
