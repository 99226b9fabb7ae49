import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

/** Matches an ignored error: a `catch` that does not name its error, or a promise handler without a parameter. */
const silent = /\bcatch \{|\.catch\(\s*(?:async )?\(\) =>/;
const comment = /(^|\s)\/\/ |\*\//;
/**
 * Number of lines before and after in which a reason is searched, because the comment of a statement is above its chain of
 * calls.
 */
const [before, after] = [4, 1];
/** Matches a handler that throws another error, so that nothing is ignored. */
const rethrows = /^\s*throw /;

it('an error is ignored only with a reason next to it', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.(ts|tsx|mjs)$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      !/^(e2e|testing|torture|cli\/bench)\//.test(file),
  );
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) => {
    const lines = readFileSync(`src/${file}`, 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      // A handler on a line of its own belongs to the statement above.
      const isSilent = silent.test(line) || silent.test(`${line}${lines[index + 1]?.trim()}`);
      const isHere = silent.test(line) || /\.catch\($/.test(line);
      if (!isSilent || !isHere || rethrows.test(lines[index + 1] ?? '')) return [];
      const around = lines.slice(Math.max(0, index - before), index + after + 1);
      return around.some((one) => comment.test(one)) ? [] : [`src/${file}:${index + 1}`];
    });
  });
  expect(found).toEqual([]);
});
