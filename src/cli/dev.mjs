// Runs the site in one process: the screens with hot module replacement, and the server, which
// restarts when its code changes.
import { ensureInstalled, root } from './steps.mjs';

process.chdir(root);
await ensureInstalled();
const { createServer, isRunnableDevEnvironment } = await import('vite');

const vite = await createServer({
  server: { middlewareMode: true, ws: { port: Number(process.env.HMR_PORT ?? 24678) } },
});
const { ssr } = vite.environments;
if (!isRunnableDevEnvironment(ssr)) throw new Error('the server environment cannot run code');

/** Imports the current server code. */
const load = () => ssr.runner.import('/src/server/dev.ts');

const first = await load();
const base = await first.startBase();
let running = await first.startApp(base, vite);
console.log(`\n  Site  ${base.publicUrl}  (development)\n`);
base.serve((request, response) => running.handle(request, response));

let restarting = Promise.resolve();
let timer;
vite.watcher.on('all', (_event, file) => {
  if (!/src\/(server|contract|sandbox)\/.*\.ts$|(drizzle|functions)\/.*\.sql$/.test(file)) return;
  if (file.endsWith('.test.ts')) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(restart);
  }, 80);
});

async function restart() {
  try {
    ssr.runner.clearCache();
    const next = await (await load()).startApp(base, vite);
    const last = running;
    running = next;
    await last.stop();
    vite.environments.client.hot.send({ type: 'full-reload' });
    console.log('Restarted after a change of the server code');
  } catch (error) {
    console.error('The changed server code does not start. The previous version keeps running:');
    console.error(error);
  }
}

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  await vite.close();
  await running.stop();
  await base.stop();
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
