import { and, eq, lt, or, sql } from 'drizzle-orm';

import type { Database } from '../db/client';
import { jobRuns } from '../db/schema/audit';

/** Work that is done again and again, by one instance at a time. */
export interface Job {
  name: string;
  everyMs: number;
  /** @returns what came of it, in words; empty where there was nothing to do */
  run(): Promise<string>;
}

export interface JobRun {
  name: string;
  startedAt: Date;
  finishedAt: Date | null;
  result: string;
  failed: number;
}

const lookEveryMs = 1_000;

/** A run that takes longer than this has died with its process, and another may begin. */
const lostAfterMs = 10 * 60_000;

/**
 * Runs jobs when their time has come, whichever instance sees it first: the row of a job is both its
 * clock and its lock, so nothing runs twice at once and nothing is forgotten over a restart.
 */
export function createJobs(
  db: Database,
  options: { jobs: readonly Job[]; onFailure(job: string, error: unknown): void },
) {
  const { jobs, onFailure } = options;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  const nextLook = new Map<string, number>();

  /** Whether it is this instance's turn: then nobody else has it. */
  async function take(job: Job, now: Date): Promise<boolean> {
    const isFree = or(
      sql`${jobRuns.finishedAt} is not null`,
      lt(jobRuns.startedAt, new Date(now.getTime() - lostAfterMs)),
    );
    const taken = await db
      .insert(jobRuns)
      .values({ name: job.name, startedAt: now })
      .onConflictDoUpdate({
        target: jobRuns.name,
        set: { startedAt: now, finishedAt: null },
        setWhere: and(lt(jobRuns.startedAt, new Date(now.getTime() - job.everyMs + 1)), isFree),
      })
      .returning({ name: jobRuns.name });
    return taken.length > 0;
  }

  async function run(job: Job): Promise<void> {
    let result = '';
    let isFailed = false;
    try {
      result = await job.run();
    } catch (error) {
      isFailed = true;
      result = 'Failed; the log says why.';
      onFailure(job.name, error);
    }
    await db
      .update(jobRuns)
      .set({ finishedAt: new Date(), result, failed: isFailed ? sql`${jobRuns.failed} + 1` : 0 })
      .where(eq(jobRuns.name, job.name));
  }

  async function look(): Promise<void> {
    for (const job of jobs) {
      const now = Date.now();
      if ((nextLook.get(job.name) ?? 0) > now) continue;
      nextLook.set(job.name, now + job.everyMs);
      if (await take(job, new Date(now))) await run(job);
    }
  }

  // While the database is away nothing can be done; the next look finds the same work.
  function lookSoon(): void {
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = undefined;
      });
  }

  return {
    /** Runs one at once, whatever its clock says. @returns what came of it */
    async runNow(name: string): Promise<string> {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await db
        .insert(jobRuns)
        .values({ name, startedAt: new Date() })
        .onConflictDoUpdate({
          target: jobRuns.name,
          set: { startedAt: new Date(), finishedAt: null },
        });
      await run(job);
      return (await this.list()).find((one) => one.name === name)?.result ?? '';
    },

    async list(): Promise<JobRun[]> {
      return db.select().from(jobRuns).orderBy(jobRuns.name);
    },

    start(): void {
      timer = setInterval(lookSoon, lookEveryMs);
      timer.unref();
      lookSoon();
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
