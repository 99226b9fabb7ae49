import { createHmac, timingSafeEqual } from 'node:crypto';

/** Sent with a health check to be told how it arrived. */
export const probeHeader = 'x-setup-probe';

/** What a probed health check adds: how the request looked where it arrived. */
export interface Arrival {
  /** Entries of X-Forwarded-For, one for each proxy. */
  hops: number;
  trusted: number;
}

const goodForMs = 60_000;

const sign = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`setup probe ${text}`).digest();

/** A header that only who has the secret can make, for a minute. */
export function probeFor(secret: string, now = Date.now()): string {
  return `${now}.${sign(secret, String(now)).toString('base64url')}`;
}

/** Whether the header was made with the secret, within the last minute. */
export function isProbe(secret: string, header: string | undefined, now = Date.now()): boolean {
  const [time = '', signature = ''] = (header ?? '').split('.');
  const expected = sign(secret, time);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return Math.abs(now - Number(time)) < goodForMs;
}
