import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { AppError } from '~/contract/common/errors';
import type { PdfAnswer, PdfJob, RenderPdf } from './pdf-job';
import type { PdfTones } from './theme';

/** Of a layout. Long documents take a second and 100 MB; what takes more was written to. */
export const layoutLimits = { ms: 10_000, heapMb: 400 };
/** A thread keeps some 80 MB: it ends when no document was asked for in this time. */
const idleMs = 60_000;

/**
 * Lays documents out in a thread of its own, so that no text, however it was written, holds up other requests. A layout that
 * does not end is ended.
 *
 * @param file the built `worker.ts`
 * @returns a renderer for one document at a time
 */
export function createWorkerRenderer(
  file: string,
  limits: { patienceMs?: number; idleMs?: number } = {},
): RenderPdf {
  let worker: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;

  function start(): Worker {
    const thread = new Worker(resolve(file), {
      resourceLimits: { maxOldGenerationSizeMb: layoutLimits.heapMb },
    });
    // What it fails with is told to the request that waits for it; it takes nothing else down.
    thread.on('error', () => {});
    thread.on('exit', () => {
      if (worker === thread) worker = undefined;
    });
    // It keeps no process from ending.
    thread.unref();
    return thread;
  }

  function end(): void {
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  }

  async function ask(job: PdfJob, tones: PdfTones): Promise<PdfAnswer | 'too long'> {
    const thread = worker ?? start();
    worker = thread;
    const done = new AbortController();
    const { signal } = done;
    thread.postMessage({ job, tones });
    try {
      return await Promise.race([
        once(thread, 'message', { signal }).then(([answer]) => answer as PdfAnswer),
        once(thread, 'exit', { signal }).then(([code]) => {
          throw new Error(`the thread for PDFs ended with ${code}`);
        }),
        setTimeout(limits.patienceMs ?? layoutLimits.ms, 'too long' as const, { signal }),
      ]);
    } catch (error) {
      worker = undefined;
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too long';
      throw error;
    } finally {
      // Of those that did not come first, none is waited for any more.
      done.abort();
    }
  }

  return async (job, tones) => {
    clearTimeout(ending);
    const answer = await ask(job, tones);
    if (answer === 'too long') {
      end();
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        'This document is too long for a PDF. Please print its page instead.',
      );
    }
    ending = globalThis.setTimeout(end, limits.idleMs ?? idleMs).unref();
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.bytes;
  };
}
