import type { Query, QueryClient } from '@tanstack/react-query';

import { allChanged, type LiveChange, type LiveStreamInput } from '~/contract/live/live-schema';
import { errorMessageOf } from '~/web/lib/api-error';

/** Milliseconds during which changes are collected, so that they are refetched together. */
const gatherMs = 100;
/**
 * Milliseconds before each attempt to reconnect. A server that is starting is usually ready soon; a
 * lost network takes longer.
 */
const againAfterMs = [1_000, 2_000, 5_000, 10_000];
/**
 * Milliseconds after which an open stream counts as accepted, because the server can only reject a
 * stream after it was opened.
 */
const steadyAfterMs = 5_000;
/**
 * Milliseconds after which a hidden screen closes its stream. While the stream reports an open
 * thread, the server sends no emails about the thread to its reader.
 */
const hiddenMaxMs = 60_000;

const waitAfter = (failures: number) => againAfterMs[Math.min(failures, againAfterMs.length) - 1];

/**
 * Returns whether a query is not on the screen, or is used there by a hook that requires up-to-date
 * results.
 */
const isLive = ({ observers }: Query) =>
  observers.length === 0 || observers.some(({ options }) => options.meta?.isLive === true);

/** Returns whether the last attempt to refetch a result got no response from the server. */
const isUnanswered = ({ state: { status, data, error } }: Query) =>
  status === 'error' && data !== undefined && errorMessageOf(error) === undefined;

/**
 * Returns whether a change can affect the result of a query. A change to a different record of the
 * same topic cannot.
 */
function isAffected({ queryKey: [path, input] }: Query, { topic, id }: LiveChange): boolean {
  const shown = (input as { id?: unknown } | undefined)?.id;
  return id === null || shown === undefined || shown === id || !(path as string[]).includes(topic);
}

/**
 * Opens the viewer's live stream, and refetches the affected data on screen. (Uses the browser's
 * EventSource. tRPC's stream would add the rest of its client to the scripts of every page.)
 *
 * @param onEnded called when the server ends or rejects the stream, because the session or its
 * rights may have changed
 */
export function createLiveConnection(
  client: QueryClient,
  { isPanel, onEnded }: { isPanel: boolean; onEnded(): void },
) {
  const pending = new Map<string, LiveChange>();
  const listeners = new Set<() => void>();
  /** Threads on the screen, newest last. */
  const opened: { id: number }[] = [];
  /** Thread that the current stream has reported as open. */
  let presentId: number | undefined;
  const former: EventSource[] = [];
  let stream: EventSource | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let steady: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let readFailures = 0;
  let isRunning = false;
  let reading: Promise<void> | undefined;
  let isConnected = true;
  /**
   * Changes that no stream has reported. Initially, these are the changes since the page was
   * loaded.
   */
  let missed: 'nothing' | 'all' | { before: number } = 'nothing';

  /** Refetches data on screen that the pending changes affect. */
  async function readPending() {
    clearTimeout(gathering);
    gathering = undefined;
    const changes = [...pending.values()];
    pending.clear();
    await client.invalidateQueries({
      predicate: (query) =>
        isLive(query) &&
        (isUnanswered(query) || changes.some((change) => isAffected(query, change))),
    });
    const shown = client.getQueryCache().findAll({ type: 'active', predicate: isLive });
    readFailures = shown.some(isUnanswered) ? readFailures + 1 : 0;
  }
  /**
   * Runs reads one after another. Changes that arrive during a read are handled by the next read.
   */
  function read(): Promise<void> {
    reading = (reading ?? Promise.resolve()).then(readPending).finally(() => {
      reading = undefined;
      if (readFailures > 0) gather(waitAfter(readFailures));
      else if (pending.size > 0) gather();
    });
    return reading;
  }
  function gather(ms = gatherMs) {
    if (isRunning && !reading) gathering ??= setTimeout(read, ms);
  }
  function add(change: LiveChange) {
    pending.set(`${change.topic} ${change.id}`, change);
    gather();
  }

  function refresh(): Promise<void> {
    pending.set('', allChanged);
    return read();
  }

  function forget() {
    clearTimeout(gathering);
    gathering = undefined;
    pending.clear();
  }

  function setConnected(now: boolean) {
    if (now === isConnected) return;
    isConnected = now;
    for (const listener of listeners) listener();
  }

  /** Refetches data that may have changed while no stream was open. */
  function catchUp() {
    if (missed === 'nothing') return;
    if (missed === 'all') add(allChanged);
    else {
      const { before } = missed;
      void client.invalidateQueries({
        predicate: (query) =>
          isLive(query) && query.state.data !== undefined && query.state.dataUpdatedAt <= before,
      });
    }
    missed = 'nothing';
  }

  function url() {
    const input: LiveStreamInput = {
      ...(isPanel && { isPanel }),
      ...(presentId !== undefined && { openRequestId: presentId }),
    };
    return `/api/trpc/live.changes?input=${encodeURIComponent(JSON.stringify(input))}`;
  }

  function closeFormer() {
    for (const one of former.splice(0)) one.close();
  }

  function closeAll() {
    clearTimeout(again);
    clearTimeout(steady);
    closeFormer();
    stream?.close();
    stream = undefined;
  }

  function openAgain() {
    closeAll();
    missed = 'all';
    onEnded();
    failures += 1;
    again = setTimeout(open, waitAfter(failures));
  }

  /**
   * Opens a stream for the thread on the screen. The previous stream stays open until this one is
   * connected, so that no change is missed.
   */
  function open() {
    clearTimeout(again);
    presentId = opened.at(-1)?.id;
    if (stream) former.push(stream);
    const own = new EventSource(url());
    stream = own;
    const isCurrent = () => stream === own;
    own.addEventListener('connected', () => {
      if (!isCurrent()) return;
      clearTimeout(steady);
      steady = setTimeout(() => {
        failures = 0;
      }, steadyAfterMs);
      closeFormer();
      setConnected(true);
      catchUp();
    });
    own.addEventListener('message', ({ data }: MessageEvent<string>) => {
      add(JSON.parse(data) as LiveChange);
    });
    // The server has ended the stream because it is stopping, the session has ended, or a right has changed.
    own.addEventListener('return', () => isCurrent() && openAgain());
    own.addEventListener('serialized-error', () => {
      if (!isCurrent()) return;
      // Refetches everything, so that the screen shows the reason. Only does so after the first
      // rejection, because the next attempts will probably be rejected as well.
      if (failures === 0) add(allChanged);
      else forget();
      openAgain();
    });
    own.addEventListener('error', () => {
      if (!isCurrent()) return;
      setConnected(false);
      missed = 'all';
      // The browser reconnects automatically, unless the response was not a stream.
      if (own.readyState === EventSource.CLOSED) openAgain();
    });
  }

  /**
   * Opens a new stream if the thread on the screen has changed. Waits until the screen has settled,
   * because one thread may replace another.
   */
  function update() {
    queueMicrotask(() => {
      if (isRunning && opened.at(-1)?.id !== presentId) open();
    });
  }

  function pause() {
    forget();
    closeAll();
    isRunning = false;
    missed = 'all';
  }
  function resume() {
    if (isRunning) return;
    isRunning = true;
    open();
  }
  function onVisibility() {
    clearTimeout(rest);
    if (document.visibilityState === 'hidden') rest = setTimeout(pause, hiddenMaxMs);
    else resume();
  }

  return {
    /**
     * Keeps the screen up to date until the returned function is called. A mutation with an
     * `outcome` is pending until its changes were refetched.
     */
    start() {
      client.getMutationCache().config.onSettled = (_data, _error, _input, _context, { meta }) =>
        meta?.isShown ? refresh() : undefined;
      document.addEventListener('visibilitychange', onVisibility);
      missed = { before: Date.now() };
      resume();
      return () => {
        delete client.getMutationCache().config.onSettled;
        document.removeEventListener('visibilitychange', onVisibility);
        clearTimeout(rest);
        pause();
      };
    },

    /** Refetches everything on screen. */
    refresh,

    /** Reports that the thread of a request is on the screen, until the returned function is called. */
    present(id: number) {
      const entry = { id };
      opened.push(entry);
      update();
      return () => {
        opened.splice(opened.indexOf(entry), 1);
        update();
      };
    },

    /**
     * Returns whether the screen is up to date. False from the loss of a connection until the
     * stream is connected again.
     */
    isConnected: () => isConnected,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type LiveConnection = ReturnType<typeof createLiveConnection>;
