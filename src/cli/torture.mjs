import { ensureBuilt, ensureInstalled, root } from './steps.mjs';

process.chdir(root);
await ensureInstalled();
await ensureBuilt();
const { runnerImport } = await import('vite');
// The suite shares code with the product: its embedded database, its schema, and the sandbox that
// replaces Stripe.
const { module } = await runnerImport('/src/torture/main.ts', {
  configFile: false,
  root,
  logLevel: 'error',
  resolve: { alias: { '~': `${root}/src` } },
});
process.exitCode = await module.main(process.argv.slice(2));
// Ends the process even if sockets of disconnected peers linger.
setTimeout(() => process.exit(), 1_000).unref();
