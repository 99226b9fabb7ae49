import { parentPort } from 'node:worker_threads';

import { parseStatement, type ReadingJob, showTable } from './parse-statement';

// Thread that reads bank files one after the other, for `read-statement.ts`.
parentPort?.on('message', (job: ReadingJob) => {
  parentPort?.postMessage(job.ask === 'table' ? showTable(job) : parseStatement(job));
});
