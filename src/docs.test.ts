import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('names only files and folders that exist', () => {
    const named = [...text.matchAll(/`((?:src|docs|drizzle)\/[\w$./-]*[\w/])`/g)].map(
      ([, path]) => path ?? '',
    );
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('every npm script is documented in CONTRIBUTING.md or README.md', () => {
  const text = pages
    .slice(0, 2)
    .map((page) => readFileSync(page, 'utf8'))
    .join('\n');
  const undocumented = Object.keys(scripts).filter(
    (name) => !text.includes(`npm run ${name}`) && !text.includes(`npm ${name}`),
  );
  expect(undocumented).toEqual([]);
});

/** Former names of things that the glossary names differently. */
const retired =
  /\b(Refusal|keptAnswers|papersOf|createTurns|createHandling|createLetters|createFound|createBudgets|recordsRouter)\b/;

it('code uses the words of the glossary', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && file !== 'docs.test.ts',
  );
  const wrong = files.filter((file) => retired.test(readFileSync(`src/${file}`, 'utf8')));
  expect(wrong).toEqual([]);
});
