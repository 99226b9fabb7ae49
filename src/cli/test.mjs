import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, root, run, runScript, StepError } from './steps.mjs';
import { createReport } from './test-report.mjs';

const parts = ['unit', 'e2e', 'ops'];
const [first, ...others] = process.argv.slice(2);
/** Name of the only runner to use; undefined for `npm test`, which uses the first two. */
const only = parts.includes(first) ? first : undefined;
/**
 * Parts of test file names; `--changed` stands for the tests that uncommitted changes can affect.
 */
const given = only || first === undefined ? others : [first, ...others];
const isChanged = given.includes('--changed');
const filters = given.filter((word) => word !== '--changed');
const isWhole = given.length === 0;
const folder = await mkdtemp(join(tmpdir(), 'kestrel-reports-'));
const report = createReport();
let chromium;

/**
 * Tests only connect to this machine. Node 20 would read these certificates at each start, which
 * would double the start time.
 */
const withoutCertificates = { NODE_EXTRA_CA_CERTS: undefined };

/**
 * Runs the type check incrementally. A cold check takes 10% more time and memory, because it stores
 * its results for the next run.
 */
const types = () =>
  runScript('typescript/bin/tsc', [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    '.cache/tsconfig.tsbuildinfo',
  ]);

async function lint() {
  await runScript('@biomejs/biome/bin/biome', [
    'check',
    '--error-on-warnings',
    ...(isChanged ? ['--changed', '--since=HEAD', '--no-errors-on-unmatched'] : ['.']),
  ]);
  // Checks all files even after a small change, because the change can leave an export elsewhere
  // unused.
  await runScript('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']);
  await run(process.execPath, ['src/cli/size.mjs', '--check']);
}

/** @param projects names of Vitest projects */
async function vitest(...projects) {
  const file = join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const subset = isWhole ? [] : ['--passWithNoTests', ...(isChanged ? ['--changed'] : [])];
  try {
    await runScript(
      'vitest/vitest.mjs',
      ['run', ...projects.map((name) => `--project=${name}`), ...reporters, ...subset, ...filters],
      { env: withoutCertificates, show: true },
    );
  } finally {
    await report.addVitest(file);
  }
}

const unit = () => vitest('server', 'web');
const operations = () => vitest('ops');

/**
 * Results of the type check and the linter. Failures are printed immediately, and again with the
 * unit tests.
 */
let checks = Promise.resolve([]);

function startChecks() {
  const showAtOnce = (error) => {
    console.error(error.message);
    throw error;
  };
  const typed = report.time('Types', types).catch(showAtOnce);
  // The linter also runs after a failed type check, so that one run reports both.
  const linted = typed
    .catch(() => {})
    .then(() => report.time('Lint', lint))
    .catch(showAtOnce);
  checks = Promise.allSettled([typed, linted]);
}

/**
 * Runs the type check and the linter during the build and the unit tests, because those do not use
 * both cores while they load.
 */
async function buildBesideChecks() {
  startChecks();
  await ensureBuilt();
}

async function unitAndChecks() {
  const results = [...(await Promise.allSettled([unit()])), ...(await checks)];
  const failed = results.filter(({ status }) => status === 'rejected');
  if (failed.length > 0) throw new StepError(failed.map(({ reason }) => reason.message).join('\n'));
}

async function browser() {
  const { ensureChromium } = await import('./browser.mjs');
  chromium = await ensureChromium();
  if (!chromium) throw new StepError('The end-to-end tests need a Chromium.');
  console.log(chromium);
}

async function endToEnd() {
  const file = join(folder, 'playwright.json');
  const env = {
    ...withoutCertificates,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_HTML_OPEN: 'never',
  };
  const config = existsSync(join(root, '.playwright.config.ts'))
    ? ['--config=.playwright.config.ts']
    : [];
  const subset = isWhole ? [] : ['--pass-with-no-tests', ...(isChanged ? ['--only-changed'] : [])];
  try {
    await runScript(
      '@playwright/test/cli.js',
      ['test', ...config, '--reporter=list,json', ...subset, ...filters],
      { env, show: true },
    );
  } finally {
    await report.addPlaywright(file);
  }
}

/** Steps in order, with the kinds of run that include them. */
const steps = [
  ['Build, types and lint', buildBesideChecks, 'all', 'changed'],
  ['Build', ensureBuilt, 'words', 'unit', 'e2e', 'ops'],
  ['Unit and integration', unitAndChecks, 'all', 'changed'],
  ['Unit and integration', unit, 'words', 'unit'],
  ['Operations', operations, 'words', 'ops'],
  ['Browser', browser, 'all', 'changed', 'words', 'e2e'],
  ['End to end', endToEnd, 'all', 'changed', 'words', 'e2e'],
];

/**
 * Returns whether the given words select a browser test. Otherwise, the run skips looking for
 * Chromium, which takes a while, and installing it.
 */
async function hasSpecs() {
  if (only) return only === 'e2e';
  if (isWhole || isChanged) return true;
  const files = await readdir(join(root, 'src', 'e2e'));
  return files.some(
    (file) => file.endsWith('.spec.ts') && filters.some((word) => file.includes(word)),
  );
}

async function runAll() {
  await report.time('Install', ensureInstalled);
  const kind = only ?? (isWhole ? 'all' : isChanged ? 'changed' : 'words');
  const browserSteps = await hasSpecs();
  for (const [name, work, ...kinds] of steps) {
    if (!kinds.includes(kind)) continue;
    if (!browserSteps && (work === browser || work === endToEnd)) continue;
    console.log(`\n== ${name}`);
    try {
      await report.time(name, work);
    } catch (error) {
      throw error instanceof StepError
        ? new StepError(`\n== ${name} failed\n${error.message}`)
        : error;
    }
  }
}

process.chdir(root);
let hasFailed = false;
try {
  await runAll();
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  hasFailed = true;
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
report.print(hasFailed);
