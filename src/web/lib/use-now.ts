import { useSyncExternalStore } from 'react';

const everyMs = 30_000;
let now = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

function current() {
  now ||= Date.now();
  return now;
}

/**
 * Returns the time, updated every half minute. Returns 0 on the server and until hydration, because
 * both must render the same page.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, current, () => 0);
