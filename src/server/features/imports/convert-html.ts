import pLimit from 'p-limit';

import { createHtmlToMarkdown } from '~/server/platform/markdown/html-to-markdown';

/** Maximum total milliseconds that may be spent on texts of a file whose conversion fails. */
export const lostMsMax = 4_000;

const limit = pLimit(1);
const convert = createHtmlToMarkdown('imports');

/**
 * Creates a converter for the texts of one file.
 *
 * @returns a function that returns undefined for a text that cannot be converted in time
 */
export function createHtmlConverter(): (html: string) => Promise<string | undefined> {
  let lostMs = 0;
  return (html) =>
    limit(async () => {
      if (lostMs >= lostMsMax) return undefined;
      const startedAt = performance.now();
      const markdown = await convert({ html, isPage: false });
      if (markdown === undefined) lostMs += performance.now() - startedAt;
      return markdown;
    });
}
