import { availableParallelism } from 'node:os';

/** Options for Argon2id, the default of the library. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Number of concurrent hashes. Each takes 19 MiB and a core, so more would slow all of them down. */
const atOnce = Math.min(4, Math.max(1, availableParallelism()));

/** Imported with the first password, so that startup does not wait for the library's native code. */
const argon2 = () => import('@node-rs/argon2');

/** Hashes with Argon2id outside of the event loop, a few at a time. */
export function createPasswords() {
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  // Hash of a random password, which is verified for unknown usernames, so that they take as long as known ones.
  let dummyHash: Promise<string> | undefined;
  const unknownUserHash = () => {
    dummyHash ??= argon2().then(({ hash }) => hash(crypto.randomUUID(), options));
    return dummyHash;
  };

  return {
    hash: (password: string): Promise<string> =>
      inTurn(async () => (await argon2()).hash(password, options)),

    /**
     * Returns whether a password matches a hash.
     *
     * @param stored undefined for an unknown username, which takes the same time and returns false
     */
    matches: (stored: string | null | undefined, password: string): Promise<boolean> =>
      inTurn(async () => {
        const { verify } = await argon2();
        const isRight = await verify(stored ?? (await unknownUserHash()), password);
        return isRight && Boolean(stored);
      }),
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
