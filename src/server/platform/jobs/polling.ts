/**
 * Runs a step repeatedly until it finds no work. Starts on request, and every few seconds. Runs never overlap: a
 * request during a run extends that run.
 *
 * @param options.step handles one item; returns false if there was none
 */
export function createPolling(options: { everyMs: number; step(): Promise<boolean> }) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isRequestedAgain = false;
  let isOver = false;

  async function runAll(): Promise<void> {
    do {
      isRequestedAgain = false;
      while (!isOver && (await options.step()));
    } while (isRequestedAgain && !isOver);
  }

  function run(): Promise<void> {
    isRequestedAgain = true;
    running ??= runAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  // A run fails while the database is unreachable. The next poll finds the same work.
  const runSoon = () => void run().catch(() => {});

  return {
    /** Runs steps until no work is left. */
    run,
    runSoon,

    start(): void {
      timer ??= setInterval(runSoon, options.everyMs);
      timer.unref();
      runSoon();
    },

    /** Stops polling, and waits for the step in progress. */
    async stop(): Promise<void> {
      isOver = true;
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}
