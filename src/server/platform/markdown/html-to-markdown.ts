import { existsSync } from 'node:fs';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { createThread } from '~/server/platform/thread';

/**
 * Limits for one text: a long post takes a tenth of a second. Parsing HTML may take quadratic time, and stack space per nesting
 * level.
 */
export const conversionLimits = { ms: 2_000, heapMb: 256 };

const built = join('dist', 'server', 'markdown', 'html-worker.js');
const source = join('src', 'server', 'platform', 'markdown', 'html-worker.mjs');
const idleMs = 10_000;

interface Job {
  html: string;
  /** True if controls, drawings and hidden elements are removed too. */
  isPage: boolean;
}

/**
 * Returns a converter of HTML to Markdown with its own thread, which the first text starts; it returns undefined for a text that
 * cannot be converted within its limits.
 *
 * @param name of the thread, in errors
 */
export function createHtmlToMarkdown(name: string): (job: Job) => Promise<string | undefined> {
  const limit = pLimit(1);
  const ask = createThread<Job, { markdown: string } | { problem: string }>(
    existsSync(built) ? built : source,
    { ...conversionLimits, name, idleMs },
  );
  return (job) =>
    limit(async () => {
      const answer = await ask(job);
      return typeof answer !== 'symbol' && 'markdown' in answer ? answer.markdown : undefined;
    });
}
