import { resolve } from 'node:path';

import { tryPrograms, writeBundle } from './bundle/write.mjs';
import { ensureBuilt, ensureInstalled, root, StepError, step } from './steps.mjs';

const usage = `Writes all that the product needs to run into a new folder: the build, its migrations, and of node_modules the packages
that it loads. For machines of this kind (system, processor and C library); started there by
node dist/server/main.js, with DATABASE_URL set.

  npm run bundle -- FOLDER [--check]

--check starts it once on a temporary database, and opens pages, an image and a document.`;

/**
 * Checks whether the bundle lacks any module that is loaded late. Some libraries find modules by
 * name on first use.
 */
async function check(folder) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport('/src/build/check-bundle.ts', {
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '~': `${root}/src` } },
  });
  await step('Starting it once', () => module.checkBundle(folder)).catch(inOneLine);
}

/**
 * Rethrows an error as one that is shown without its stack, which does not help to find missing
 * modules.
 */
function inOneLine(error) {
  throw new StepError(error.message);
}

const options = process.argv.slice(2);
const given = options.find((option) => !option.startsWith('-'));
const unknown = options.filter((option) => option !== given && option !== '--check');
if (!given || unknown.length > 0) {
  // The table is the output of this command.
  console.log(usage);
  process.exit(options.includes('--help') ? 0 : 2);
}
const folder = resolve(given);
process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
  await step(`Copying to ${folder}`, () => writeBundle(root, folder)).catch(inOneLine);
  await step('Loading each program', () => tryPrograms(folder)).catch(inOneLine);
  if (options.includes('--check')) await check(folder);
} catch (error) {
  console.error(error.constructor.name === 'StepError' ? error.message : error);
  process.exit(1);
}
