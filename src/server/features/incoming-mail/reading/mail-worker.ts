import { parentPort } from 'node:worker_threads';

import { JoinedBlob } from './joined-blob';
import { parseMail } from './parse-mail';

globalThis.Blob = JoinedBlob as typeof Blob;

/** Worker thread that reads emails one after the other, for `read-mail.ts`. */
parentPort?.on('message', async (raw: Uint8Array<ArrayBuffer>) => {
  const answer = await parseMail(raw);
  const bytes = answer.ok ? answer.mail.attachments.map((one) => one.bytes.buffer) : [];
  parentPort?.postMessage(answer, [...new Set(bytes)]);
});
