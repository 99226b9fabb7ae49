import { existsSync, readFileSync } from 'node:fs';
import { Agent, request as httpRequest, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { blockTypes } from '~/blocks/block-schemas';
import { viewFileOf } from '~/blocks/view-files';
import { chunks } from '~/build/chunks';
import { createBusy } from '~/server/http/cached-responses';
import { drain } from '~/server/http/drain';
import { readStaticFiles } from '~/server/http/static-files';
import { listen } from '~/server/listen';
import { ResponseCache } from '~/server/platform/cache/response-cache';
import { createLog } from '~/server/platform/log';
import { readPageTags } from './assets';

const clientDir = fileURLToPath(new URL('../../../dist/client', import.meta.url));
const manifestFile = `${clientDir}/.vite/manifest.json`;
const boundsFile = new URL('../../cli/bench/bounds.json', import.meta.url);

/** Texts that only the chunk of one page contains. */
const slices = {
  react: 'react.dev/errors',
  router: 'tsr-scroll-restoration',
  shared: 'Skip to content',
};

/**
 * Two files with the same name can also mean that a panel chunk was named after its first module. Renaming that file
 * prevents it.
 */
const namedChunks = chunks.groups.map(({ name }) => name);

/** Libraries that public pages must not load, identified by a text in their code. */
const absent = {
  Mantine: 'mantine',
  zod: 'ZodError',
  recharts: 'recharts',
  'Stripe’s fields': 'react-stripe',
  'Stripe’s script': 'js.stripe.com',
  'the API transport': '/api/trpc',
  'the query client': 'fetchFailureCount',
  'TanStack’s mutations': 'mutateAsync',
  'threads of requests': 'live.changes',
  'resumable uploads': 'Tus-Resumable',
};

/** No single page of an agency needs all of them. */
const everyBlock = 'a page with every block';

const isPrivate = /^\/(dashboard|account|admin)(\/|$)/;

function readBuild() {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const scripts = [...new Set(Object.values(manifest).map(({ file }) => `/${file}`))]
    .filter((file) => file.endsWith('.js'))
    .map((file) => [file, readFileSync(clientDir + file, 'utf8')] as const);
  const routeIds = Object.keys(manifest).flatMap((key) => {
    const path = /^src\/web\/routes\/(.+)\.tsx\?tsr-split=component/.exec(key)?.[1];
    return path ? [`/${path.replace(/(^|\/)index$/, '$1')}`] : [];
  });
  const tagsFor = readPageTags(clientDir);
  const scriptsOf = (routeId: string, parts: string[] = []) => [
    ...new Set(tagsFor(['__root__', routeId], parts).body.match(/\/assets\/[^"]+\.js/g)),
  ];
  const publicPages = routeIds
    .filter((routeId) => !isPrivate.test(routeId))
    .map((routeId) => ({ routeId, files: scriptsOf(routeId) }));
  publicPages.push({ routeId: everyBlock, files: scriptsOf('/$', blockTypes.map(viewFileOf)) });
  return { codeOf: new Map(scripts), publicPages };
}

// Requires the built thread. `npm test` builds before it runs the tests.
describe.runIf(existsSync(manifestFile))('the scripts of public pages', () => {
  const { codeOf, publicPages } = existsSync(manifestFile)
    ? readBuild()
    : { codeOf: new Map<string, string>(), publicPages: [] };
  const scriptsWith = (text: string) =>
    [...codeOf].filter(([, code]) => code.includes(text)).map(([file]) => file);

  it.each(namedChunks)('contain the chunk %s', (name) => {
    const pattern = new RegExp(`^/assets/${name}-[\\w-]{7}\\.js$`);
    expect([...codeOf.keys()].filter((file) => pattern.test(file))).toHaveLength(1);
  });

  let server: Server;
  let port: number;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(async () => {
    const app = {
      fetch: () => new Response('the app', { status: 404 }),
      busy: createBusy({}),
      streams: new Set<string>(),
    };
    const current = {
      app,
      cache: new ResponseCache(),
      files: readStaticFiles(clientDir).files,
      log: createLog('silent'),
      traffic: { count: () => {} },
    };
    ({ server, port } = await listen(() => current, { port: 0, host: '127.0.0.1' }));
  });
  afterAll(async () => {
    agent.destroy();
    await drain(server);
  });

  const read = new WeakMap<Socket, number>();
  /** Returns transferred bytes, including headers, as a browser counts them. */
  const transferred = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'Accept-Encoding': 'br' };
      httpRequest({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        const { socket } = response;
        response.resume().on('end', () => {
          const before = read.get(socket) ?? 0;
          read.set(socket, socket.bytesRead);
          if (response.statusCode === 200) resolve(socket.bytesRead - before);
          else reject(new Error(`${path} answers ${response.statusCode}`));
        });
      })
        .on('error', reject)
        .end();
    });

  it('are known for every page', () => {
    expect(publicPages.map(({ routeId }) => routeId)).toEqual(
      expect.arrayContaining(['/', '/services/$slug', '/auth/signin', '/subscribe', '/cplogin']),
    );
    expect(publicPages.length).toBeGreaterThanOrEqual(18);
  });

  it('stay within the limit', async () => {
    const { pages } = JSON.parse(readFileSync(boundsFile, 'utf8'));
    const sizes = new Map<string, number>();
    const tooLarge: Record<string, number> = {};
    for (const { routeId, files } of publicPages) {
      let sum = 0;
      for (const file of files) {
        const size = sizes.get(file) ?? (await transferred(file));
        sizes.set(file, size);
        sum += size;
      }
      const bound = routeId === everyBlock ? pages.everyBlockBytes : pages.scriptBytes;
      if (sum > bound) tooLarge[routeId] = sum;
    }
    expect(tooLarge).toEqual({});
    // Each file must have a body and headers, because the counts above would otherwise be wrong.
    for (const size of sizes.values()) expect(size).toBeGreaterThan(250);
  });

  it.each(Object.entries(slices))('include the %s chunk', (name, text) => {
    const [file, ...others] = scriptsWith(text);
    expect(file).toMatch(new RegExp(`^/assets/${name}-`));
    expect(others).toEqual([]);
    for (const page of publicPages) expect(page.files).toContain(file);
  });

  it('hydrate from the shared chunk, without a separate file', () => {
    expect([...codeOf.keys()].filter((file) => file.startsWith('/assets/hydrate'))).toEqual([]);
  });

  it.each(Object.entries(absent))('contain no %s', (_, text) => {
    const files = scriptsWith(text);
    expect(files).not.toEqual([]);
    for (const page of publicPages) {
      expect(page.files.filter((file) => files.includes(file))).toEqual([]);
    }
  });
});
