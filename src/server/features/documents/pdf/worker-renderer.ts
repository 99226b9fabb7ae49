import { AppError } from '~/contract/common/errors';
import { createThread, tooLong } from '~/server/platform/thread';
import type { PdfAnswer, PdfJob, RenderPdf } from './pdf-job';
import type { PdfTones } from './theme';

/** Limits for one layout. Long documents take a second and 100 MB; anything above these limits was made to take long. */
export const layoutLimits = { ms: 10_000, heapMb: 400 };
/** Idle time before the thread ends, which keeps some 80 MB. */
const idleMs = 60_000;

/**
 * Lays out documents in a separate thread.
 *
 * @param file the built `worker.ts`
 * @returns a renderer for one document at a time
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
    if (answer === tooLong) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        'This document is too long for a PDF. Please print its page instead.',
      );
    }
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.bytes;
  };
}
