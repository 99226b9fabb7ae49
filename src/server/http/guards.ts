import { isIP } from 'node:net';

import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { AppError, errorStatus } from '~/contract/common/errors';
import { errorBody } from '~/server/platform/errors';
import { isLoopback } from '~/server/platform/loopback';
import { isLate, withTimeout } from '~/server/platform/timeout';
import { refuse, unavailable } from './error-responses';
import { ownOriginOf, twinHostOf } from './own-origin';
import type { RequestEnv } from './rest';

export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects writes that a browser sends from another site, with any content type. Callers other than browsers send neither
 * `Origin` nor `Sec-Fetch-Site`, and are not rejected.
 */
export function sameOriginWrites(publicOrigin: string): MiddlewareHandler<RequestEnv> {
  const isOwnOrigin = ownOriginOf(publicOrigin);
  return async (c, next) => {
    // Requests with an API key pass, because browsers never add one on their own.
    if (safeMethods.has(c.req.method) || c.get('caller')) return next();
    const origin = c.req.header('origin');
    const site = c.req.header('sec-fetch-site');
    const isOwn =
      origin === undefined
        ? site === undefined || site === 'same-origin' || site === 'none'
        : // Forms on pages without a referrer, or in a sandbox, send a null origin. In this case, only `Sec-Fetch-Site` shows where they come from.
          isOwnOrigin(origin) || (origin === 'null' && site === 'same-origin');
    if (isOwn && site !== 'cross-site') return next();
    const message = 'This request came from another site and was refused';
    return refuse(c.req.path, 'FORBIDDEN', { message });
  };
}

/** Returns whether a host is a loopback name or an IP address. No other site can own such a name. */
const isLocal = (host: string): boolean =>
  isLoopback(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0;

/**
 * Responds with 421 if the host is neither the site's own nor one of this machine. Otherwise, another site whose name
 * resolves to this machine could read what a demo shows to its only user.
 */
export function ownHostOnly(publicUrl: string): MiddlewareHandler {
  const { host, hostname: own } = new URL(publicUrl);
  return async (c, next) => {
    // Only reads are redirected or rejected by host. The origin of writes is checked elsewhere, also by the payments
    // sandbox.
    if (!safeMethods.has(c.req.method) || c.req.header('host') === host) return next();
    const { hostname } = new URL(c.req.url);
    if (hostname === own || isLocal(hostname)) return next();
    return c.text('This site has another name', 421);
  };
}

/**
 * Redirects the host with or without `www.` to the site's own host, for which cookies are set and forms are accepted.
 */
export function ownAddress(publicUrl: string): MiddlewareHandler {
  const twin = twinHostOf(publicUrl);
  return async (c, next) => {
    if (twin === undefined || c.req.header('host')?.toLowerCase() !== twin) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${publicUrl}${pathname}${search}`, 308);
  };
}

/** Accepts only JSON bodies, which a form of another site cannot send without a preflight request. */
export const jsonWrites: MiddlewareHandler = async (c, next) => {
  if (safeMethods.has(c.req.method)) return next();
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  // Checks the headers, because the HTTP server provides a stream even without a body.
  const length = c.req.header('content-length') ?? '0';
  const isEmpty = length === '0' && c.req.header('transfer-encoding') === undefined;
  if (type === 'application/json' || (isEmpty && type === undefined)) return next();
  return refuse(c.req.path, 'UNSUPPORTED_MEDIA_TYPE');
};

/** Responds with 404 to a URL that cannot be decoded, because tRPC would report it as an internal error. */
export const decodablePath: MiddlewareHandler = async (c, next) => {
  try {
    decodeURIComponent(c.req.path);
  } catch {
    // The percent encoding is malformed.
    return Response.json(errorBody('NOT_FOUND'), { status: errorStatus.NOT_FOUND });
  }
  return next();
};

const tooLarge = (bytes: number): string => {
  const size = bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
  return `This is larger than ${size} and was refused`;
};

/** Limits the size of bodies. @param bytes maximum size of a body */
export function limitBody(bytes: number): MiddlewareHandler {
  const limited = bodyLimit({
    maxSize: bytes,
    onError: (c) => refuse(c.req.path, 'PAYLOAD_TOO_LARGE', { message: tooLarge(bytes) }),
  });
  // Skips reads, because they have no body, and checking for one makes the HTTP server create a whole Request.
  return (c, next) => (safeMethods.has(c.req.method) ? next() : limited(c, next));
}

/** Limits a body that its route reads itself after it has authenticated the sender. Nothing is buffered before that. */
export function limitUpload(bytes: number): MiddlewareHandler {
  return async (c, next) => {
    if (safeMethods.has(c.req.method)) return next();
    if (Number(c.req.header('content-length') ?? 0) > bytes) {
      return refuse(c.req.path, 'PAYLOAD_TOO_LARGE', { message: tooLarge(bytes) });
    }
    // A chunked body announces no length.
    if (c.req.header('content-length') === undefined && c.req.raw.body) {
      let left = bytes;
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          left -= piece.length;
          if (left < 0) throw new AppError('PAYLOAD_TOO_LARGE', tooLarge(bytes));
          controller.enqueue(piece);
        },
      });
      const body = c.req.raw.body.pipeThrough(counting);
      c.req.raw = new Request(c.req.raw, { body, duplex: 'half' } as RequestInit);
    }
    return next();
  };
}

/** Responds with 503 to a request that takes too long, so that the caller can retry. */
export function deadline(ms: number): MiddlewareHandler {
  return async (c, next) => {
    try {
      await withTimeout(next(), ms);
    } catch (error) {
      if (!isLate(error)) throw error;
      c.set('givenUp', error);
      // Sets the response on the context, because Hono ignores a returned response if the handler has already set one.
      // Clears the previous response first, because Hono copies its headers to the new one, and its body may already be
      // in use.
      c.res = undefined;
      c.res = unavailable(c.req.path);
    }
  };
}
