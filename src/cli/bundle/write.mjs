import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { external } from '../../build/external.mjs';
import { modulesOf } from './modules.mjs';

const execute = promisify(execFile);

/**
 * Returns whether a file of a package is not needed at run time. Some files are only for people,
 * compilers or package managers. Style sheets and WOFF2 fonts are only for browsers, which get them
 * from the build.
 */
const isUnread = (path) =>
  /\.(map|md|markdown|flow|d\.[cm]?ts|tsx?|[cm]ts|s?css|woff2)$|\/\.yarn$/i.test(path);

/**
 * Returns whether a font has a weight or style that no document or picture uses. The fonts for Han characters and
 * emojis are large, so they have only one weight.
 */
const isUnusedFont = (path) =>
  /@fontsource[\\/].*\.woff$/.test(path) &&
  (!/-(400|500|700)-normal\.woff$/.test(path) ||
    /noto-(sans-(sc|tc|jp|kr)|emoji)-.*-[57]00-normal\.woff$/.test(path));

/** Writes the build of `root`, its migrations and its packages to a new or empty folder. */
export async function writeBundle(root, folder) {
  const { name, version, license, type, engines, dependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  // Documents and pictures find fonts by name when they are drawn, so no import refers to the
  // fonts.
  const fonts = Object.keys(dependencies).filter((one) => one.startsWith('@fontsource/'));
  const modules = await modulesOf(root, [...external, ...fonts]);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  for (const part of ['dist', 'drizzle', 'deploy', 'LICENSE']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await rm(join(folder, 'dist/.built'), { force: true });
  for (const module of modules) {
    // Copies synchronously, because awaiting each of ten thousand files takes four times as long.
    cpSync(join(root, module), join(folder, module), {
      recursive: true,
      dereference: true,
      filter: (path) => !isUnread(path) && !isUnusedFont(path),
    });
  }
  const about = { name, version, private: true, license, type, engines };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
}

/** Programs, each with the environment variables that it needs to read its settings. */
const programs = {
  main: [],
  admin: ['list'],
  backup: ['backup', 'none.gz'],
  doctor: [],
  files: ['move'],
  'reset-demo': [],
};

/**
 * Starts each program of a bundle with an invalid setting. By the time it rejects the setting, it
 * has loaded all modules that startup needs, but has not connected to a database.
 *
 * @throws Error with the program's output, such as the name of a missing module
 */
export async function tryPrograms(folder) {
  const env = { PATH: process.env.PATH, PORT: 'none', ENV_FILE: '' };
  const attempt = async ([program, options]) => {
    const { stdout = '', stderr = '' } = await execute(
      process.execPath,
      [join('dist', 'server', `${program}.js`), ...options],
      { cwd: folder, env },
    ).catch((error) => error);
    if (!/PORT must be/.test(stdout + stderr)) {
      throw new Error(`${program}.js of the bundle does not start:\n${stderr || stdout}`);
    }
  };
  await Promise.all(Object.entries(programs).map(attempt));
}
