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

const glossary = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!term \||---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, terms = '', , not = '']) => ({ terms: wordsIn(terms), not: wordsIn(not) }));

/** The words of a cell, without what is said of them in brackets. */
function wordsIn(cell: string): string[] {
  const bare = cell.replace(/\([^)]*\)/g, '').toLowerCase();
  return bare.split(',').flatMap((word) => word.trim() || []);
}

/** Words of the column "not" that name files in another sense, which is right there. */
const rightElsewhere: Record<string, string> = {
  attachment: 'a part of an email',
  bill: 'an exhibit: what was quoted beside what it took',
  chat: 'a chat of another product',
  customer: 'the object of Stripe',
  facts: 'names and values that are shown in a list',
  live: 'what is so at this moment: subscriptions, counts, a stream to a screen',
  migration: 'of the database',
  note: 'a credit note, and a line that says how something went',
  offer: 'what a screen proposes to do next',
  option: 'an optional item of a proposal',
  order: 'the sequence of things',
  origin: 'of a request, in the sense of browsers',
  'page request': 'the page of one request',
  person: 'fields of a name and an address',
  record: 'a row as the panel edits it, whatever its table',
  records: 'the same',
  refund: 'of a card',
  session: 'of a signed-in user',
  step: 'a part of a form or a command',
  submission: 'the sending of a form, with its key',
  test: 'tests of the code',
  theme: 'light or dark',
  transaction: 'of the database',
};

describe('the glossary', () => {
  const terms = new Set(glossary.flatMap(({ terms }) => terms));
  const retired = new Set(glossary.flatMap(({ not }) => not).filter((word) => !terms.has(word)));

  it('has an exception only for a word that it retires', () => {
    expect(Object.keys(rightElsewhere).filter((word) => !retired.has(word))).toEqual([]);
  });

  it('names the files', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const banned = [...retired].filter((word) => !(word in rightElsewhere));
    expect(banned).toContain('piece');
    const names = banned.map((word) => word.replaceAll(' ', '-')).join('|');
    const wrong = new RegExp(`(^|[-./])(${names})s?([-./]|$)`);
    expect(files.filter((file) => wrong.test(file))).toEqual([]);
  });
});

/** Former names of things that the glossary names differently. */
const retired =
  /\b(Refusal|refusalOf|refuse[A-Z]\w*|keptAnswers|papersOf|createTurns|createHandling|createLetters|createFound|createBudgets|recordsRouter)\b/;

it('code uses the words of the glossary', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && file !== 'docs.test.ts',
  );
  const wrong = files.filter((file) => retired.test(readFileSync(`src/${file}`, 'utf8')));
  expect(wrong).toEqual([]);
});
