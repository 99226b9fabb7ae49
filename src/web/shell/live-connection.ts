import type { Query, QueryClient } from '@tanstack/react-query';

import { allChanged, type LiveChange, type LiveStreamInput } from '~/contract/live/live-schema';
import { errorMessageOf } from '~/web/lib/api-error';

/** Changes that arrive together are read together. */
const gatherMs = 100;
/** Delays between attempts: a starting server answers that it is not ready yet; a lost network needs longer. */
const againAfterMs = [1_000, 2_000, 5_000, 10_000];
/** A stream that lasts this long was not rejected: a rejected one connects first. */
const steadyAfterMs = 5_000;
/** A screen that is hidden for this long stops following: the server holds back emails from those who follow. */
const hiddenMaxMs = 60_000;

const waitAfter = (failures: number) => againAfterMs[Math.min(failures, againAfterMs.length) - 1];

/** Returns whether a query is not on the screen, or used there by a hook that wants current results. */
const isLive = ({ observers }: Query) =>
  observers.length === 0 || observers.some(({ options }) => options.meta?.isLive === true);

/** Returns whether the last attempt to refetch a result got no response: the server is unreachable or overloaded. */
const isUnanswered = ({ state: { status, data, error } }: Query) =>
  status === 'error' && data !== undefined && errorMessageOf(error) === undefined;

/** Returns whether a change may affect the result of a query: a change of another record of the topic does not. */
function isAffected({ queryKey: [path, input] }: Query, { topic, id }: LiveChange): boolean {
  const shown = (input as { id?: unknown } | undefined)?.id;
  return id === null || shown === undefined || shown === id || !(path as string[]).includes(topic);
}

/**
 * Follows the viewer's stream of changes, and refetches what the screen shows of them. (Uses the browser's own stream: tRPC's
 * cannot be separated from the rest of its client, which would be added to the scripts of every page.)
 *
 * @param onEnded called when the server ends or rejects the stream: the session or its rights may have changed
 */
export function createLiveConnection(
  client: QueryClient,
  { isPanel, onEnded }: { isPanel: boolean; onEnded(): void },
) {
  const pending = new Map<string, LiveChange>();
  const listeners = new Set<() => void>();
  /** Threads on the screen, newest last. */
  const opened: { id: number }[] = [];
  /** Thread that the current stream names. */
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
  /** Changes that no stream has reported: at first those after the page was loaded. */
  let missed: 'nothing' | 'all' | { before: number } = 'nothing';

  /** Refetches what is shown of the changes. */
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
  /** Runs reads one after another: changes that arrive during a read are read afterwards. */
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

  /** Refetches what may have changed while no stream was open. */
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
   * Opens a stream for the thread on the screen. The previous one ends once this one is connected, so that no change is missed
   * between the two.
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
    // The server has ended the stream: it stops, the session has ended, or a right has changed.
    own.addEventListener('return', () => isCurrent() && openAgain());
    own.addEventListener('serialized-error', () => {
      if (!isCurrent()) return;
      // Refetching shows why, once: the next attempts will probably be rejected as well.
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

  /** Runs once the screen has settled: one thread may have replaced another. */
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
    /** Follows until the returned function is called. What a mutation with an outcome changed is read before it counts as done. */
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

    /** Refetches everything that is shown. */
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

    /** Returns whether the screen is current: false from a lost connection until the stream is back. */
    isConnected: () => isConnected,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type LiveConnection = ReturnType<typeof createLiveConnection>;
