import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
// The build tool does not support the first releases of Node 22, and does not support Node 21 at
// all.
const tooOld =
  major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12);

async function start() {
  // Imports the module late, because an old Node would fail at the module's syntax before the
  // message about its version is printed.
  const { launch, supervise } = await import('./supervise.mjs');
  process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
  const server = 'dist/server/main.js';
  const args = [...process.execArgv, server];
  // The server loads its modules while this process checks whether the build is current, and starts when it gets a message.
  const isThere = existsSync(server) && existsSync('node_modules');
  const first = isThere ? launch([...args, '--wait']) : undefined;
  const { ensureBuilt, ensureInstalled, isBuilt, isInstalled } = await import('./steps.mjs');
  const isUpToDate = (await isInstalled()) && (await isBuilt());
  if (!isUpToDate) {
    first?.child.kill('SIGKILL');
    await first?.ended;
    await ensureInstalled();
    await ensureBuilt();
  }
  process.exitCode = await supervise({ args, ...(isUpToDate && { first }) });
}

if (tooOld) {
  console.error(
    `Node ${process.versions.node} is too old: Kestrel needs 20.19 or newer (of 22: 22.12 or newer).`,
  );
  process.exitCode = 1;
} else {
  start().catch((error) => {
    console.error(error.constructor.name === 'StepError' ? error.message : error);
    process.exit(1);
  });
}
