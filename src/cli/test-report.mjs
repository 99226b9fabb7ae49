import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

import { root } from './steps.mjs';

const slowest = 10;

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s`;

/** Returns the report of a runner; `{}` if the runner ended before it wrote the report. */
const readReport = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));

/**
 * Returns the duration of a suite. Playwright nests the suites of a file in one suite for the file.
 */
const durationOf = ({ specs = [], suites = [] }) =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0) +
  suites.reduce((sum, suite) => sum + durationOf(suite), 0);

/**
 * Returns the names of tests in Playwright's report that failed, or that passed only when repeated.
 */
const unstableIn = ({ specs = [], suites = [] }, status) => [
  ...specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map(({ file, title }) => `src/e2e/${file}: ${title}`),
  ...suites.flatMap((suite) => unstableIn(suite, status)),
];

/**
 * Collects the totals of all runners, the failed tests, and the time of each phase and each test
 * file.
 */
export function createReport() {
  const total = { passed: 0, failed: 0 };
  const failed = [];
  const repeated = [];
  const phases = [];
  const files = [];
  return {
    async time(name, work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        phases.push([name, performance.now() - startedAt]);
      }
    },
    async addVitest(file) {
      const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = await readReport(file);
      total.passed += numPassedTests;
      total.failed += numFailedTests;
      for (const { name, startTime, endTime, status, message, assertionResults } of testResults) {
        const file = relative(root, name);
        files.push([file, endTime - startTime]);
        const titles = assertionResults
          .filter((test) => test.status === 'failed')
          .map(({ fullName }) => `${file}: ${fullName}`);
        if (status === 'failed' && titles.length === 0) titles.push(`${file}: ${message}`);
        failed.push(...titles);
      }
    },
    async addPlaywright(file) {
      const { stats = {}, suites = [] } = await readReport(file);
      const { expected = 0, unexpected = 0, flaky = 0 } = stats;
      total.passed += expected + flaky;
      total.failed += unexpected;
      for (const suite of suites) {
        files.push([`src/e2e/${suite.file}`, durationOf(suite)]);
        failed.push(...unstableIn(suite, 'unexpected'));
        repeated.push(...unstableIn(suite, 'flaky'));
      }
    },
    /**
     * @param hasFailed true to count a failure even if no test failed, for example after a type
     * error
     */
    print(hasFailed) {
      if (hasFailed) total.failed ||= 1;
      console.log('\nTime of each phase');
      for (const [name, time] of phases) console.log(`${seconds(time)}  ${name}`);
      if (files.length > 1) console.log(`\nSlowest test files`);
      const byTime = files.sort(([, a], [, b]) => b - a).slice(0, slowest);
      if (files.length > 1)
        for (const [name, time] of byTime) console.log(`${seconds(time)}  ${name}`);
      if (failed.length + repeated.length > 0) console.log('');
      for (const name of repeated) console.log(`Passed when repeated: ${name}`);
      for (const name of failed) console.log(`Failed: ${name}`);
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
    },
  };
}
