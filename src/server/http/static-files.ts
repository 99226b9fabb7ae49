import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { CachedResponse } from '~/server/platform/cache/cached-response';

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

/** Headers that files have in common. */
const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

const hashOf = (content: Buffer) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 27);

/** Lists files without reading the status of each one, as Node's recursive listing would. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${sep}${entry.name}`;
    return entry.isDirectory() ? filesIn(path) : path;
  });
}

export interface StaticFiles {
  /** Files by path. Each file is read when it is first sent, so that startup does not wait for it. */
  files: Map<string, CachedResponse>;
  /**
   * Reads all files into memory, so that pages of this build still have their files after the next build. The files are
   * few and small.
   */
  hold(): Promise<void>;
}

/** Returns the build's files. Those with a hash in their names never change, so browsers may cache them for a year. */
export function readStaticFiles(clientDir: string): StaticFiles {
  const urlOf = (path: string) => path.slice(clientDir.length).split(sep).join('/');
  const paths = filesIn(clientDir).filter((path) => !urlOf(path).startsWith('/.'));
  const known = new Set(paths);
  const contents = new Map<string, Buffer>();
  const read = (path: string) => {
    const content = contents.get(path) ?? readFileSync(path);
    contents.set(path, content);
    return content;
  };
  const beside = (path: string) => (known.has(path) ? read(path) : undefined);
  const files = new Map<string, CachedResponse>();
  for (const path of paths) {
    const url = urlOf(path);
    const type = types[extname(path)];
    if (!type) continue;
    const isHashed = url.startsWith('/assets/');
    const etag = `"${isHashed ? basename(url) : hashOf(read(path))}"`;
    files.set(url, {
      status: 200,
      headers: {
        ...fileHeaders,
        'Content-Type': type,
        ...(isHashed
          ? { 'Cache-Control': 'public, max-age=31536000, immutable' }
          : { 'Cache-Control': 'public, max-age=3600', ETag: etag }),
      },
      etag,
      get identity() {
        return read(path);
      },
      get br() {
        return beside(`${path}.br`);
      },
      get gzip() {
        return beside(`${path}.gz`);
      },
    });
  }
  return {
    files,
    hold: async () => {
      for (const path of paths) {
        read(path);
        // Lets other requests run.
        await nextTurn();
      }
    },
  };
}
