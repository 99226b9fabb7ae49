import { existsSync } from 'node:fs';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { createThread } from '~/server/platform/thread';

/**
 * Limits for one text. A long post takes a tenth of a second. Parsing HTML can take quadratic time, and needs stack
 * space for each level of nesting.
 */
export const conversionLimits = { ms: 2_000, heapMb: 256 };

const built = join('dist', 'server', 'markdown', 'html-worker.js');
const source = join('src', 'server', 'platform', 'markdown', 'html-worker.mjs');
const idleMs = 10_000;

interface Job {
  html: string;
  /** True for a page, from which form controls, drawings and hidden elements are removed as well. */
  isPage: boolean;
}

/**
 * Returns a function that converts HTML to Markdown in a separate thread, which the first text starts. The function
 * returns undefined for a text that cannot be converted within its limits.
 *
 * @param name of the thread, for errors
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
