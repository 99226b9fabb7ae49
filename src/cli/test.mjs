import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runScript, StepError } from './steps.mjs';

const [only, ...filters] = process.argv.slice(2);
const reports = await mkdtemp(join(tmpdir(), 'kestrel-reports-'));
const total = { passed: 0, failed: 0 };
let chromium;

const readReport = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));

async function types() {
  await runScript('typescript/bin/tsc', ['--noEmit'], { show: true });
}

async function lint() {
  await runScript('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'], {
    show: true,
  });
}

async function unit() {
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    await runScript('vitest/vitest.mjs', ['run', ...reporters, ...filters], { show: true });
  } finally {
    const { numPassedTests = 0, numFailedTests = 0 } = await readReport(file);
    total.passed += numPassedTests;
    total.failed += numFailedTests;
  }
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
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    PLAYWRIGHT_HTML_OPEN: 'never',
  };
  const config = existsSync(join(root, '.playwright.config.ts'))
    ? ['--config=.playwright.config.ts']
    : [];
  try {
    await runScript(
      '@playwright/test/cli.js',
      ['test', ...config, '--reporter=list,json', ...filters],
      { env, show: true },
    );
  } finally {
    const { expected = 0, unexpected = 0, flaky = 0 } = (await readReport(file)).stats ?? {};
    total.passed += expected + flaky;
    total.failed += unexpected;
  }
}

const steps = [
  ['Types', types, 'all'],
  ['Lint', lint, 'all'],
  // Before the unit tests, since some are about what the build makes.
  ['Build', ensureBuilt, 'all', 'unit', 'e2e'],
  ['Unit and integration', unit, 'all', 'unit'],
  ['Browser', browser, 'all', 'e2e'],
  ['End to end', endToEnd, 'all', 'e2e'],
];

async function runAll() {
  if (only !== undefined && only !== 'unit' && only !== 'e2e') {
    throw new StepError(`npm test -- ${only}: there is unit and e2e, or nothing for everything`);
  }
  await ensureInstalled();
  for (const [name, work, ...parts] of steps) {
    if (!parts.includes(only ?? 'all')) continue;
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
