import type { OpenFile } from '~/server/features/files/files.service';
import type { HonoContext } from './rest';

/**
 * Headers of every response with a file's content. Browsers must download the file, and never run it or show it as a
 * part of this site.
 */
const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-store',
  'Accept-Ranges': 'bytes',
};

/** Returns the single range that a request asks for; undefined for the whole file, null if it cannot be satisfied. */
function rangeOf(header: string | undefined, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : null;
}

/** Streams a file's content, or only the requested range. */
export async function sendFile(c: HonoContext, file: OpenFile): Promise<Response> {
  const { name, size, type, sha256 } = file;
  const etag = `"${sha256}"`;
  const headers: Record<string, string> = {
    ...fileHeaders,
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
    ETag: etag,
  };
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  const ifRange = c.req.header('if-range');
  const range =
    ifRange === undefined || ifRange === etag ? rangeOf(c.req.header('range'), size) : undefined;
  if (range === null) {
    return new Response(null, {
      status: 416,
      headers: { ...fileHeaders, 'Content-Range': `bytes */${size}` },
    });
  }
  const { from, to } = range ?? { from: 0, to: size };
  headers['Content-Length'] = String(to - from);
  if (range) headers['Content-Range'] = `bytes ${from}-${to - 1}/${size}`;
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  const parts = file.read(from, to)[Symbol.asyncIterator]();
  // Reads the first chunk before the status is sent, so that an unreachable store leads to an error status.
  const first = await parts.next();
  return new Response(toStream(first, parts), { status, headers });
}

/** Returns a stream that reads only as fast as its receiver. */
export function toStream(
  first: IteratorResult<Buffer>,
  parts: AsyncIterator<Buffer>,
): ReadableStream<Uint8Array> {
  let next: IteratorResult<Buffer> | undefined = first;
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = next ?? (await parts.next());
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.length));
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
