/**
 * Writes docs/size.md, which contains the lines of production and test code of each folder. With
 * `--check`, compares the file instead.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const page = 'docs/size.md';
/** Folders listed by subfolder; all others are counted as a whole. */
const divided = new Set(['src', 'src/server', 'src/server/features', 'src/web']);
const test = /\.test\.tsx?$|^src\/(testing|e2e|torture)\/|\/corpus\//;

/** @param {string} file */
function folderOf(file) {
  const parts = file.split('/').slice(0, -1);
  let folder = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    if (!divided.has(folder)) break;
    folder += `/${part}`;
  }
  return folder;
}

/** @type {Map<string, { production: number; tests: number }>} */
const folders = new Map();
const total = { production: 0, tests: 0 };
const listed = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  'src',
])
  .toString()
  .split('\n');
for (const file of new Set(listed)) {
  if (!/\.(tsx?|mjs)$/.test(file) || file.endsWith('.gen.ts')) continue;
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The file is deleted, but the deletion is not committed yet.
    continue;
  }
  const kind = test.test(file) ? 'tests' : 'production';
  const lines = text.split('\n').length - 1;
  const folder = folderOf(file);
  const counts = folders.get(folder) ?? { production: 0, tests: 0 };
  folders.set(folder, counts);
  counts[kind] += lines;
  total[kind] += lines;
}

/** @param {number} lines */
const count = (lines) => lines.toLocaleString('en');
const rows = [...folders]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(
    ([folder, counts]) =>
      `| \`${folder}\` | ${count(counts.production)} | ${count(counts.tests)} |`,
  );

const text = `# Size

Lines of TypeScript in each folder. \`npm run size\` writes this page; after a merge conflict, run it again. Test files, \`src/testing\`, \`src/e2e\` and
\`src/torture\` count as tests.

**Total: ${count(total.production)} lines of production code and ${count(total.tests)} lines of tests (${(total.tests / total.production).toFixed(2)} for each line of production code).**

| folder | production | tests |
| --- | --- | --- |
${rows.join('\n')}
`;

if (!process.argv.includes('--check')) {
  writeFileSync(page, text);
} else if (readFileSync(page, 'utf8') !== text) {
  process.stderr.write(`${page} is out of date: run \`npm run size\` and commit it\n`);
  process.exit(1);
}
