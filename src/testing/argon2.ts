import { createRequire } from 'node:module';

import type { Options } from '@node-rs/argon2';

const real: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');

export const { verify } = real;

/**
 * Fake of the library's function for server tests: hashes at the lowest cost, because each of a thousand sign-ins would
 * otherwise take 50 ms of a core. Rejects a requested cost below OWASP's recommendation.
 */
export async function hash(password: string, options?: Options): Promise<string> {
  const { memoryCost = 19_456, timeCost = 2 } = options ?? {};
  if (memoryCost < 19_456 || timeCost < 2) throw new Error('this hash of a password is too weak');
  return real.hash(password, { memoryCost: 8, timeCost: 1 });
}
