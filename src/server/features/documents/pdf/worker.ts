import { parentPort } from 'node:worker_threads';

import type { PdfAnswer, PdfJob } from './pdf-job';
import { renderPdf } from './render';
import type { PdfTones } from './theme';

// Thread that lays out documents one after the other, for `worker-renderer.ts`.
parentPort?.on('message', async ({ job, tones }: { job: PdfJob; tones: PdfTones }) => {
  const answer: PdfAnswer = await renderPdf(job, tones).then(
    (bytes) => ({ bytes }),
    (error: unknown) => ({ problem: String((error as Error).stack ?? error) }),
  );
  parentPort?.postMessage(answer);
});
