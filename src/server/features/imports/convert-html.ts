import { existsSync } from 'node:fs';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { createThread, tooLong } from '~/server/platform/thread';

/** Of one text: a long post takes a tenth of a second. To read HTML may take the square of its length, and the stack for each level. */
export const conversionLimits = { ms: 2_000, heapMb: 256 };
/** What the texts of one file may take that then are not converted. */
export const lostMsMax = 4_000;

const built = join('dist', 'server', 'imports', 'html-worker.js');
const source = join('src', 'server', 'features', 'imports', 'html-worker.mjs');
const idleMs = 10_000;

const limit = pLimit(1);
let ask:
  | ((html: string) => Promise<{ markdown: string } | { problem: string } | typeof tooLong>)
  | undefined;

/** @returns a converter for the texts of one file; it returns undefined for a text that cannot be converted in its time */
export function createHtmlConverter(): (html: string) => Promise<string | undefined> {
  ask ??= createThread(existsSync(built) ? built : source, {
    ...conversionLimits,
    name: 'imports',
    idleMs,
  });
  const thread = ask;
  let lostMs = 0;
  return (html) =>
    limit(async () => {
      if (lostMs >= lostMsMax) return undefined;
      const startedAt = performance.now();
      const answer = await thread(html);
      if (answer !== tooLong && 'markdown' in answer) return answer.markdown;
      lostMs += performance.now() - startedAt;
      return undefined;
    });
}
