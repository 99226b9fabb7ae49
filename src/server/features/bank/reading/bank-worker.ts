import { parentPort } from 'node:worker_threads';

import { answer, type ReadingJob } from './parse-statement';

// Thread that reads bank files and decodes files of imports one after the other, for `read-statement.ts`.
parentPort?.on('message', (job: ReadingJob) => {
  parentPort?.postMessage(answer(job));
});
