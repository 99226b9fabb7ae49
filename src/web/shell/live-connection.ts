import type { Query, QueryClient } from '@tanstack/react-query';

import { allChanged, type LiveChange, type LiveStreamInput } from '~/contract/live/live-schema';
import { errorMessageOf } from '~/web/lib/api-error';

/** Milliseconds within which changes are collected, so that they are refetched together. */
const gatherMs = 100;
/**
 * Delays between attempts in milliseconds. A server that is starting responds that it is not ready yet; a lost network
 * needs longer.
 */
const againAfterMs = [1_000, 2_000, 5_000, 10_000];
/** Milliseconds after which a stream counts as accepted. The server rejects a stream only after it has connected. */
const steadyAfterMs = 5_000;
/**
 * Milliseconds after which a hidden screen closes its stream. The server sends no emails about a thread to a person who has
 * it open.
 */
const hiddenMaxMs = 60_000;

const waitAfter = (failures: number) => againAfterMs[Math.min(failures, againAfterMs.length) - 1];

/**
 * Returns whether a query needs no refetch or is kept current: it is either not on the screen, or used there by a hook that
 * requires current results.
 */
const isLive = ({ observers }: Query) =>
  observers.length === 0 || observers.some(({ options }) => options.meta?.isLive === true);

/** Returns whether the last attempt to refetch a result got no response, because the server is unreachable or overloaded. */
const isUnanswered = ({ state: { status, data, error } }: Query) =>
  status === 'error' && data !== undefined && errorMessageOf(error) === undefined;

/** Returns whether a change can affect the result of a query. A change of another record of the topic cannot. */
function isAffected({ queryKey: [path, input] }: Query, { topic, id }: LiveChange): boolean {
  const shown = (input as { id?: unknown } | undefined)?.id;
  return id === null || shown === undefined || shown === id || !(path as string[]).includes(topic);
}

/**
 * Opens the viewer's stream of changes, and refetches the affected data on screen. (Uses the browser's own stream,
 * because tRPC's cannot be separated from the rest of its client, which would be added to the scripts of every page.)
 *
 * @param onEnded called when the server ends or rejects the stream, because the session or its rights may have changed
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
  /** Changes that no stream has reported. At first, these are the changes since the page was loaded. */
  let missed: 'nothing' | 'all' | { before: number } = 'nothing';

  /** Refetches the data on screen that the pending changes affect. */
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
  /** Runs reads one after another. Changes that arrive during a read are read afterwards. */
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
   * Opens a stream for the thread on the screen. The previous stream ends once this one is connected, so that no change in
   * between is missed.
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
      // Refetching shows the reason. This is done only once, because the next attempts will probably be rejected as
      // well.
      if (failures === 0) add(allChanged);
      else forget();
      openAgain();
    });
    own.addEventListener('error', () => {
      if (!isCurrent()) return;
      setConnected(false);
      missed = 'all';
      // The browser reconnects on its own, except after a response that is not a stream.
      if (own.readyState === EventSource.CLOSED) openAgain();
    });
  }

  /** Runs once the screen has settled, because one thread may have replaced another. */
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
     * Keeps the screen current until the returned function is called. A mutation with an `outcome` is only done once its
     * changes were refetched.
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

    /** Returns whether the screen is current. False from a lost connection until the stream is connected again. */
    isConnected: () => isConnected,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type LiveConnection = ReturnType<typeof createLiveConnection>;
