/** Has the code of the driver's own timeout: after this time, the database counts as unreachable. */
class Late extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Resolves as `work` does, or rejects after `ms`. The work itself continues: a statement that the database never answers cannot
 * be stopped.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`nothing after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function isLate(error: unknown): error is Late {
  return error instanceof Late;
}
