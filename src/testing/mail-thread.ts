import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { build } from 'vite';

/** Builds the thread that reads emails from the current source, because the one in `dist` may be older. */
export async function buildMailThread(): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'kestrel-mail-thread-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { '~': resolve('src') } },
    ssr: { noExternal: true },
    build: {
      ssr: resolve('src/server/features/incoming-mail/reading/mail-worker.ts'),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'mail-worker.mjs' } },
    },
  });
  return {
    file: join(folder, 'mail-worker.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
