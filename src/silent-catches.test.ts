import { readdirSync, readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

/** A failure that is dropped: a `catch` that does not name its error, or a handler of a promise that takes none. */
const silent = /\bcatch \{|\.catch\(\s*(?:async )?\(\) =>/;
const comment = /(^|\s)\/\/ |\*\//;
/** Lines before and after in which the reason is looked for: a statement's comment stands above its chain of calls. */
const [before, after] = [4, 1];
/** Another error takes its place, so that nothing is dropped. */
const rethrows = /^\s*throw /;

it('a failure is dropped only with a reason beside it', () => {
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
      // A handler on a line of its own still ends in the same statement.
      const isSilent = silent.test(line) || silent.test(`${line}${lines[index + 1]?.trim()}`);
      const isHere = silent.test(line) || /\.catch\($/.test(line);
      if (!isSilent || !isHere || rethrows.test(lines[index + 1] ?? '')) return [];
      const around = lines.slice(Math.max(0, index - before), index + after + 1);
      return around.some((one) => comment.test(one)) ? [] : [`src/${file}:${index + 1}`];
    });
  });
  expect(found).toEqual([]);
});
