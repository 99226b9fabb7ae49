import { connectMailbox, type ImapConnection } from './imap-connection';
import { imapReasonFor } from './imap-failures';
import { type IncomingMail, takeAll } from './imap-taking';
import type { ImapSettings } from './imap-url';

type ImapState = { isReachable: true } | { isReachable: false; reason: string; error: unknown };

interface ImapMailboxOptions {
  settings: ImapSettings;
  /** Maximum size of an email in bytes. Of larger emails, only the headers are read. */
  bytesMax: number;
  /**
   * Returns whether this instance may watch the mailbox now. Called before each connection, and repeatedly while
   * connected. The result false ends the connection.
   */
  mayWatch(): Promise<boolean>;
  /**
   * Stores an email. The email is moved once this resolves, which must be after the commit. If it rejects, the email
   * stays in the mailbox. The same email can arrive again if moving it failed, or if the connection ended before the
   * server's response.
   */
  take(mail: IncomingMail): Promise<void>;
  /** Called after each check of the mailbox, and after each failure. */
  onState(state: ImapState): void;
  leaseMs?: number;
  pollMs?: number;
  firstRetryMs?: number;
  longestRetryMs?: number;
  idleRestartMs?: number;
  /**
   * Maximum milliseconds without data from the server. Afterwards, the server is checked, or the connection is closed
   * if a response is due.
   */
  quietMs?: number;
}

export interface ImapMailbox {
  start(): void;
  /** Stops watching. Resolves within two seconds, even if the server does not respond. */
  stop(): Promise<void>;
  /** Checks the mailbox now, even if a retry is scheduled for later. */
  checkSoon(): void;
}

/** Milliseconds that an operation in progress, such as the move of a stored email, may still take. */
const graceMs = 1_000;
const stopWithinMs = 1_800;
/**
 * Minimum milliseconds between a check of the mailbox and the end of the connection. If connections end sooner, the
 * next attempts have growing delays.
 */
const steadyMs = 30_000;

/** Watches a mailbox of an IMAP server, stores each email and moves it to another folder. */
export function createImapMailbox(options: ImapMailboxOptions): ImapMailbox {
  const { settings, leaseMs = 20_000, pollMs = 60_000, quietMs = 60_000 } = options;
  const { firstRetryMs = 1_000, longestRetryMs = 5 * 60_000, idleRestartMs = 9 * 60_000 } = options;
  const stopping = new AbortController();
  const retry = createBell(stopping.signal);
  const failures = new Map<number, number>();
  let running: Promise<void> | undefined;
  let connected: ReturnType<typeof createBell> | undefined;
  /** Number of connections in a row without a completed check of the mailbox. */
  let failedInRow = 0;
  /**
   * Number of connections in a row that ended soon after a check, for example because the server does not support IDLE
   * properly.
   */
  let endedSoonInRow = 0;
  let hasLooked = false;

  function tell(state: ImapState) {
    try {
      options.onState(state);
    } catch {
      // An error of the callback must not stop the watch.
    }
  }

  /**
   * Returns whether this instance may watch the mailbox. False if this is unknown, for example because the database is
   * unreachable.
   */
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
    // Adds jitter, so that instances and mailboxes that failed at the same time do not reconnect at the same time.
    return Math.min(longestRetryMs, firstRetryMs * 2 ** doublings) * (0.75 + Math.random() / 4);
  }

  /**
   * Runs one connection until it ends or this instance may no longer watch the mailbox.
   *
   * @returns whether the server counts as failed. If the server ends a connection between two checks, this only counts
   * as a failure if the next connection fails too.
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
          // A server from which emails arrive is reachable, even if it ends each connection.
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

  /**
   * Returns a signal that aborts when this instance stops or may no longer watch the mailbox. Closes the connection
   * soon after that.
   */
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

  /** Waits until there may be new emails: the server announces some, or it is time to check again. */
  async function news(connection: ImapConnection, bell: ReturnType<typeof createBell>) {
    if (!connection.canIdle) return await bell.rings(pollMs);
    let isWaiting = true;
    const begunAt = performance.now();
    const ended = (result?: boolean) => {
      if (result === false) connection.canIdle = false;
      if (!isWaiting) return;
      // If the server has been silent, wakes the caller, because the check of the server has ended IDLE.
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

/** Creates a bell that wakes a waiting caller. If it rings before the caller waits, the caller does not wait. */
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

/** Waits for a promise. @returns undefined if it takes longer, or the signal aborts */
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
