import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header of a health check that asks how the request arrived. */
export const probeHeader = 'x-setup-probe';

/** Describes how a request arrived, in the response to such a health check. */
export interface Arrival {
  /** Number of entries in X-Forwarded-For, one per proxy. */
  hops: number;
  trusted: number;
}

const goodForMs = 60_000;

const sign = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`setup probe ${text}`).digest();

/** Creates a header that is valid for a minute. Only the holder of the secret can create one. */
export function probeFor(secret: string, now = Date.now()): string {
  return `${now}.${sign(secret, String(now)).toString('base64url')}`;
}

/** Returns whether a header was created with the secret within the last minute. */
export function isProbe(secret: string, header: string | undefined, now = Date.now()): boolean {
  const [time = '', signature = ''] = (header ?? '').split('.');
  const expected = sign(secret, time);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Math.abs(now - Number(time)) < goodForMs;
}
