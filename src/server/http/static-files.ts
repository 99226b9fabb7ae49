import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { CachedResponse } from '~/server/platform/cache/response-cache';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The common headers that apply to files. */
const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

const hashOf = (content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 27);

/** Without a look at each file, which the recursive listing of Node takes. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${sep}${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : path;
  });
}

/** A file in the encodings that the build made. */
function contentOf(path: string, known: ReadonlySet<string>) {
  const contents = new Map<string, Buffer>();
  const read = (ending: string) => {
    const content = contents.get(ending) ?? readFileSync(path + ending);
    contents.set(ending, content);
    return content;
  };
  const endings = { identity: '', br: '.br', gzip: '.gz' };
  const has = { br: known.has(path + endings.br), gzip: known.has(path + endings.gzip) };
  return {
    get identity() {
      return read(endings.identity);
    },
    get br() {
      return has.br ? read(endings.br) : undefined;
    },
    get gzip() {
      return has.gzip ? read(endings.gzip) : undefined;
    },
  };
}

export interface StaticFiles {
  /** By path. Each is read when it is first sent: a start does not wait for files that are not its first page. */
  files: Map<string, CachedResponse>;
  /** Reads all into memory, few and small as they are: the next build must not take them from the pages of this one. */
  hold(): Promise<void>;
}

/** The build's files. Those with hashed names never change. */
export function readStaticFiles(clientDir: string): StaticFiles {
  const paths = filesIn(clientDir);
  const known = new Set(paths);
  const files = new Map<string, CachedResponse>();
  for (const path of paths) {
    const url = path.slice(clientDir.length).split(sep).join('/');
    const type = types[extname(path)];
    if (!type || url.startsWith('/.')) continue;
    const content = contentOf(path, known);
    const isHashed = url.startsWith('/assets/');
    const etag = `"${isHashed ? basename(url) : hashOf(content.identity)}"`;
    const headers = {
      ...fileHeaders,
      'Content-Type': type,
      ...(isHashed
        ? { 'Cache-Control': 'public, max-age=31536000, immutable' }
        : { 'Cache-Control': 'public, max-age=3600', ETag: etag }),
    };
    files.set(url, Object.assign(content, { status: 200, headers, etag }));
  }
  const all = [...files.values()];
  return {
    files,
    hold: async () => {
      for (const { identity, br, gzip } of all) {
        // Between requests.
        if (identity || br || gzip) await nextTurn();
      }
    },
  };
}
