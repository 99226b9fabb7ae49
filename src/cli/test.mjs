import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, root, runScript, StepError } from './steps.mjs';

const parts = ['unit', 'e2e'];
const [first, ...others] = process.argv.slice(2);
/** One runner alone, or both. */
const only = parts.includes(first) ? first : undefined;
/** Words that the names of test files hold; with `--changed`, what uncommitted changes can affect. */
const given = only || first === undefined ? others : [first, ...others];
const isChanged = given.includes('--changed');
const filters = given.filter((word) => word !== '--changed');
const isWhole = given.length === 0;
const reports = await mkdtemp(join(tmpdir(), 'kestrel-reports-'));
const total = { passed: 0, failed: 0 };
let chromium;

/** The tests talk to this machine alone. Node 20 reads these certificates whenever a process starts, which takes longer than the rest of it. */
const withoutCertificates = { NODE_EXTRA_CA_CERTS: undefined };

/** Empty where the runner ended before it wrote one. */
const readReport = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));

/** Keeps what it has found for the next run, which takes a cold check a tenth more time and memory. */
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
  // Of all files, also after a small change: what it leaves unused is elsewhere.
  await runScript('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']);
}

async function unit() {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const subset = isWhole ? [] : ['--passWithNoTests', ...(isChanged ? ['--changed'] : [])];
  try {
    await runScript('vitest/vitest.mjs', ['run', ...reporters, ...subset, ...filters], {
      env: withoutCertificates,
      show: true,
    });
  } finally {
    const { numPassedTests = 0, numFailedTests = 0 } = await readReport(file);
    total.passed += numPassedTests;
    total.failed += numFailedTests;
  }
}

/** The type check and the linter. What they find is shown at once, and again at the end of the unit tests. */
let checks = Promise.resolve([]);

function startChecks() {
  const showAtOnce = (error) => {
    console.error(error.message);
    throw error;
  };
  const typed = types().catch(showAtOnce);
  // The linter runs after failed types as well; both are told.
  const linted = typed.catch(() => {}).then(() => lint().catch(showAtOnce));
  checks = Promise.allSettled([typed, linted]);
}

/**
 * The build leaves half of two cores idle, and so do the unit tests while their modules are loaded: the type check runs beside the
 * one and the linter beside the other.
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
  const file = join(reports, 'playwright.json');
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
    const { expected = 0, unexpected = 0, flaky = 0 } = (await readReport(file)).stats ?? {};
    total.passed += expected + flaky;
    total.failed += unexpected;
  }
}

const steps = [
  // Before the unit tests, since some are about what the build makes.
  ['Build, types and lint', buildBesideChecks, 'all', 'changed'],
  ['Build', ensureBuilt, 'words', 'unit', 'e2e'],
  ['Unit and integration', unitAndChecks, 'all', 'changed'],
  ['Unit and integration', unit, 'words', 'unit'],
  ['Browser', browser, 'all', 'changed', 'words', 'e2e'],
  ['End to end', endToEnd, 'all', 'changed', 'words', 'e2e'],
];

/** Whether any browser test is meant; a Chromium takes a while to find, and longer to install. */
async function hasSpecs() {
  if (isWhole || isChanged) return true;
  const files = await readdir(join(root, 'src', 'e2e'));
  return files.some(
    (file) => file.endsWith('.spec.ts') && filters.some((word) => file.includes(word)),
  );
}

async function runAll() {
  await ensureInstalled();
  const kind = only ?? (isWhole ? 'all' : isChanged ? 'changed' : 'words');
  const browserSteps = (await hasSpecs()) || only === 'e2e';
  for (const [name, work, ...kinds] of steps) {
    if (!kinds.includes(kind)) continue;
    if (!browserSteps && (work === browser || work === endToEnd)) continue;
    console.log(`\n== ${name}`);
    try {
      await work();
    } catch (error) {
      throw error instanceof StepError
        ? new StepError(`\n== ${name} failed\n${error.message}`)
        : error;
    }
  }
}

process.chdir(root);
try {
  await runAll();
} catch (error) {
  console.error(error instanceof StepError ? error.message : error);
  // a step that fails without a failing test, such as the type check, counts as one
  total.failed ||= 1;
  process.exitCode = 1;
} finally {
  await rm(reports, { recursive: true, force: true });
}
console.log(`${total.passed} passed, ${total.failed} failed`);
