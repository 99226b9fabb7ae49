import { AppError } from '~/contract/common/errors';
import { createThread, tooLarge, tooLong } from '~/server/platform/thread';
import type { PdfAnswer, PdfJob, RenderPdf } from './pdf-job';
import type { PdfTones } from './theme';

/**
 * Limits for one layout. Long documents take a second and 100 MB, and several seconds on a busy machine. The time limit
 * ends layouts that would never finish.
 */
export const layoutLimits = { ms: 120_000, heapMb: 400 };
/** Idle time after which the thread ends, because it uses some 80 MB. */
const idleMs = 60_000;

export const documentTooLong = () =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    'This document is too long for a PDF. Please print its page instead.',
  );

/**
 * Returns a renderer that lays out documents in a separate thread, one at a time.
 *
 * @param file the built `worker.ts`
 */
export function createWorkerRenderer(
  file: string,
  limits: { patienceMs?: number; idleMs?: number } = {},
): RenderPdf {
  const ask = createThread<{ job: PdfJob; tones: PdfTones }, PdfAnswer>(file, {
    name: 'PDFs',
    ms: limits.patienceMs ?? layoutLimits.ms,
    heapMb: layoutLimits.heapMb,
    idleMs: limits.idleMs ?? idleMs,
  });
  return async (job, tones) => {
    const answer = await ask({ job, tones });
    if (answer === tooLarge || answer === tooLong) throw documentTooLong();
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.bytes;
  };
}
