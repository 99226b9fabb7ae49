/**
 * Keeps what is waited for of the test file that runs, so that it ends with it. To be imported once, before anything sets a timer;
 * fake timers take the place of these while they are in use.
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

/** Timers that are still waited for do not fire in the file after. */
export function stopTimers(): void {
  for (const timer of waiting) clearTimeout(timer);
  waiting.clear();
}
