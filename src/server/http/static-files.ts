import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';

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

/** The build's files by path, held in memory: few and small. Files with hashed names never change. */
export function readStaticFiles(clientDir: string): Map<string, CachedResponse> {
  const files = readdirSync(clientDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const known = new Set(files);
  const beside = (file: string) => (known.has(file) ? readFileSync(file) : undefined);
  const responses = new Map<string, CachedResponse>();
  for (const file of files) {
    const path = `/${relative(clientDir, file).split(sep).join('/')}`;
    const type = types[extname(file)];
    if (!type || path.startsWith('/.')) continue;
    const identity = readFileSync(file);
    const isHashed = path.startsWith('/assets/');
    const version = isHashed ? basename(path) : hashOf(identity);
    const etag = `"${version}"`;
    responses.set(path, {
      status: 200,
      headers: {
        ...fileHeaders,
        'Content-Type': type,
        ...(isHashed
          ? { 'Cache-Control': 'public, max-age=31536000, immutable' }
          : { 'Cache-Control': 'public, max-age=3600', ETag: etag }),
      },
      etag,
      identity,
      br: beside(`${file}.br`),
      gzip: beside(`${file}.gz`),
    });
  }
  return responses;
}
