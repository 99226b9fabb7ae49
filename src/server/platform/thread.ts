import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type TransferListItem, Worker } from 'node:worker_threads';

export const tooLong = Symbol('took too long');
export const tooLarge = Symbol('took too much memory');
/** Additional milliseconds for the first job of a thread, which loads its code. */
const startMs = 5_000;

/**
 * Runs work in a separate thread, one job at a time, so that no input can block other requests. A job that exceeds its
 * time limit is terminated, and the next job gets a new thread.
 *
 * @param file the thread's script, which answers each message with one message; memory that is transferred with a job
 * is not copied
 * @param name of the thread, for errors
 */
export function createThread<Job, Answer>(
  file: string,
  limits: {
    name: string;
    /** Time limit of one job in milliseconds, without the start of the thread. */
    ms: number;
    heapMb: number;
    /** Idle time in milliseconds after which the thread ends, which frees its memory. */
    idleMs: number;
  },
): (job: Job, moved?: TransferListItem[]) => Promise<Answer | typeof tooLong | typeof tooLarge> {
  let worker: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;

  function start(): Worker {
    const thread = new Worker(resolve(file), {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    // Adds a listener, because without one, the error would end the process. The waiting request gets the error.
    thread.on('error', () => {});
    thread.on('exit', () => {
      if (worker === thread) worker = undefined;
    });
    // Lets the process exit while the thread runs.
    thread.unref();
    return thread;
  }

  function end(): void {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  async function ask(
    job: Job,
    moved: TransferListItem[],
  ): Promise<Answer | typeof tooLong | typeof tooLarge> {
    const ms = worker ? limits.ms : startMs + limits.ms;
    const thread = worker ?? start();
    worker = thread;
    const done = new AbortController();
    const { signal } = done;
    thread.postMessage(job, moved);
    try {
      return await Promise.race([
        once(thread, 'message', { signal }).then(([answer]) => answer as Answer),
        once(thread, 'exit', { signal }).then(([code]) => {
          throw new Error(`the thread for ${limits.name} ended with ${code}`);
        }),
        setTimeout(ms, tooLong, { signal }),
      ]);
    } catch (error) {
      worker = undefined;
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooLarge;
      throw error;
    } finally {
      // Removes the listeners for the other events.
      done.abort();
    }
  }

  return async (job, moved = []) => {
    clearTimeout(ending);
    const answer = await ask(job, moved);
    if (typeof answer === 'symbol') end();
    else ending = globalThis.setTimeout(end, limits.idleMs).unref();
    return answer;
  };
}
