import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

import { run, runScript } from './steps.mjs';

// The headless shell needs half the CPU time of the full browser for the same pages.
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const knownPlaces = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/usr/lib/chromium',
].flatMap((folder) => [...names, 'chrome'].map((name) => join(folder, name)));
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Tests whether a browser runs: a distribution's `chromium-browser` may only print how to install it. */
async function works(file) {
  try {
    await access(file);
    // On Windows, running the browser with `--version` opens a window.
    if (process.platform !== 'win32') await run(file, ['--version'], { timeout: 20_000 });
    return true;
  } catch {
    // The browser is missing, is not executable, or lacks libraries. The next one is tried.
    return false;
  }
}

async function firstWorking(files) {
  for (const file of new Set(files)) if (await works(file)) return file;
  return undefined;
}

function installedOnSystem() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const places = [...onPath, ...knownPlaces];
  const shells = places.filter((place) => place.endsWith('-headless-shell'));
  return firstWorking([...shells, ...places, ...applications]);
}

function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  return firstWorking([chromium.executablePath()]);
}

const isRoot = process.getuid?.() === 0;
const minutes = (count) => count * 60_000;

async function installPlaywrights() {
  // System packages need root; asking for a password would hang without a terminal.
  const dependencies = isRoot && process.platform === 'linux' ? ['--with-deps'] : [];
  await runScript(
    '@playwright/test/cli.js',
    ['install', ...dependencies, '--no-shell', 'chromium'],
    { timeout: minutes(6) },
  );
  return playwrightsOwn();
}

async function installDebians() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env, timeout: minutes(3) });
  for (const name of ['chromium-headless-shell', 'chromium']) {
    // Installs the fallback fonts that pages use until web fonts are loaded. Without them, text
    // would be measured in a different font.
    const packages = [name, 'fonts-liberation'];
    const installing = run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      env,
      timeout: minutes(10),
    });
    // Debian releases before 13 may lack the headless shell.
    if (
      await installing.then(
        () => true,
        () => false,
      )
    )
      break;
  }
  return installedOnSystem();
}

/** Returns the path of a working Chromium; installs one if there is none, and returns undefined if that fails. */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await works(given)) return given;
    console.log(`CHROMIUM_PATH is ${given}, but this browser does not run.`);
    return undefined;
  }
  const there = (await installedOnSystem()) ?? (await playwrightsOwn());
  if (there) return there;
  const ways = [['Playwright’s Chromium', installPlaywrights]];
  if (isRoot && process.platform === 'linux')
    ways.push(['Debian’s chromium package', installDebians]);
  for (const [what, install] of ways) {
    console.log(`Installing ${what} …`);
    try {
      const installed = await install();
      if (installed) return installed;
      console.log(`${what} was installed but does not run.`);
    } catch (error) {
      const lines = error.message.split('\n');
      console.log(
        `It could not be installed: ${lines.find((line) => /error/i.test(line)) ?? lines.at(-1)}`,
      );
    }
  }
  console.log(
    'No Chromium was found and none could be installed: install one, or set CHROMIUM_PATH to it.',
  );
  return undefined;
}
