/**
 * Tracks the timers of the running test file, so that they end with it. Must be imported once, before anything sets a
 * timer. Fake timers replace the tracked functions while they are in use.
 */
const waiting = new Set<NodeJS.Timeout>();

const kept = <Start extends (...args: never[]) => NodeJS.Timeout>(start: Start): Start =>
  new Proxy(start, {
    apply(target, self, args) {
      const timer: NodeJS.Timeout = Reflect.apply(target, self, args);
      waiting.add(timer);
      return timer;
    },
  });

globalThis.setTimeout = kept(globalThis.setTimeout);
globalThis.setInterval = kept(globalThis.setInterval);

/** Stops pending timers, which would otherwise fire during the next file. */
export function stopTimers(): void {
  for (const timer of waiting) clearTimeout(timer);
  waiting.clear();
}
