/** Error with the same code as the driver's own timeout, so that the database counts as unreachable. */
class Late extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Settles like `work`, or rejects after `ms`. The work itself continues, because a statement to which the database
 * never responds cannot be stopped.
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
