import { notifyDone } from './notices';

/** Does it, tells how it went, and reads again what it may have changed. @returns whether it was done */
export async function tried(
  work: () => Promise<unknown>,
  outcome: { done: string; onFailed(error: unknown): void; refresh(): Promise<unknown> },
): Promise<boolean> {
  try {
    await work();
    notifyDone(outcome.done);
    return true;
  } catch (error) {
    outcome.onFailed(error);
    return false;
  } finally {
    await outcome.refresh();
  }
}
