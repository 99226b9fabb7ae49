import { parentPort } from 'node:worker_threads';

import { parseMail } from './parse-mail';

/** The thread that reads mails, one after the other (`read-mail.ts`). */
parentPort?.on('message', (raw: Uint8Array) => {
  const answer = parseMail(raw);
  const bytes = answer.ok ? answer.mail.attachments.map((one) => one.bytes.buffer) : [];
  parentPort?.postMessage(answer, [...new Set(bytes)] as ArrayBuffer[]);
});
