import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

import { type Answer, sendAnswer } from './read-cache';

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

/**
 * The build's files, held in memory: few and small. What has a hash in its name never changes.
 *
 * @returns undefined where there is no such file
 */
export function createStaticFiles(clientDir: string, headers: Record<string, string>) {
  const answers = new Map<string, Answer>();
  const files = readdirSync(clientDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));
  const known = new Set(files);
  for (const file of files) {
    const path = `/${relative(clientDir, file).split(sep).join('/')}`;
    const type = types[extname(file)];
    if (!type || path.startsWith('/.')) continue;
    const isHashed = path.startsWith('/assets/');
    const etag = `"${path.slice(1)}-${readFileSync(file).length}"`;
    answers.set(path, {
      status: 200,
      headers: {
        ...headers,
        'Content-Type': type,
        'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        Vary: 'Accept-Encoding',
        ETag: etag,
      },
      etag,
      identity: readFileSync(file),
      br: known.has(`${file}.br`) ? readFileSync(`${file}.br`) : undefined,
      gzip: known.has(`${file}.gz`) ? readFileSync(`${file}.gz`) : undefined,
    });
  }
  return (request: Request, path: string): Response | undefined => {
    const answer = answers.get(path);
    return answer && sendAnswer(answer, request);
  };
}
