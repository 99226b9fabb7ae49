import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import type { ViteDevServer } from 'vite';

import { assemble, startDatabase } from './boot';
import { drain } from './http/drain';
import type { DatabaseAccess } from './platform/db/access';
import { readEnv } from './platform/env';
import { processEnv } from './platform/env-file';
import { sourceTypefaces } from './ssr/assets';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface DevBase {
  database: DatabaseAccess;
  publicUrl: string;
  serve(handle: Handle): void;
  stop(): Promise<void>;
}

function print(line: string) {
  process.stdout.write(`${line}\n`);
}

/** Starts the parts that keep running when the server's code restarts: the port and the database. */
export async function startBase(): Promise<DevBase> {
  const env = readEnv(processEnv());
  let handle: Handle | undefined;
  const server = createServer((request, response) => handle?.(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(env.PORT, env.HOST, resolve);
  });
  const database = await startDatabase(env, print);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : env.PORT;
  return {
    database,
    publicUrl: env.PUBLIC_URL ?? `http://${env.HOST}:${port}`,
    serve: (next) => {
      handle = next;
    },
    stop: async () => {
      await drain(server);
      await database.stop();
    },
  };
}

/** Starts the part of the server that is rebuilt when its code changes. */
export async function startApp(base: DevBase, vite: ViteDevServer) {
  const running = await assemble({
    env: readEnv(processEnv()),
    database: base.database,
    publicUrl: base.publicUrl,
    screens: {
      files: new Map(),
      typefaces: sourceTypefaces(),
      tagsFor: () => ({
        head: '<script type="module" src="/src/web/entry-client.tsx"></script>',
        body: '',
      }),
      transform: (path, html) => vite.transformIndexHtml(path, html),
    },
    print,
  });
  running.startWork();
  const throughApp = getRequestListener((request, env) =>
    running.app.fetch(request, env as object),
  );
  return {
    handle: ((request, response) => {
      // Vite serves its own modules. All other requests go to the app.
      vite.middlewares(request, response, () => void throughApp(request, response));
    }) satisfies Handle,
    stop: running.stop,
  };
}
