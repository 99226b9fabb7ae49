import { availableParallelism } from 'node:os';

import { hash, verify } from '@node-rs/argon2';

/** Argon2id, which is the library's own choice. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB and a core of its own; more at once would only make all of them slower. */
const atOnce = Math.min(4, Math.max(1, availableParallelism()));

/** Argon2id off the event loop, a few at a time. */
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

  // The hash of no real password: unknown names take as long as known ones.
  let nobody: Promise<string> | undefined;
  const nobodysHash = () => {
    nobody ??= hash(crypto.randomUUID(), options);
    return nobody;
  };

  return {
    hash: (password: string): Promise<string> => inTurn(() => hash(password, options)),

    /** @param stored undefined for an unknown name: verifying takes the same time and fails */
    matches: (stored: string | null | undefined, password: string): Promise<boolean> =>
      inTurn(async () => {
        const isRight = await verify(stored ?? (await nobodysHash()), password);
        return isRight && Boolean(stored);
      }),
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
