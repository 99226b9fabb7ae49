import { and, eq, gt, lt, or, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { jobRuns } from '~/server/platform/db/schema/audit';
import { traced } from '~/server/platform/tracing/traced';

/** Recurring work that runs on only one instance at a time. */
export interface Job {
  name: string;
  everyMs: number;
  /** Runs the job. @returns its result as text; empty if there was nothing to do */
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
/** Milliseconds until the next check of a job that another instance runs, because that instance may end. */
const lookAgainMs = 60_000;

/** Milliseconds after which a run is assumed to have crashed, so that another one may begin. */
const lostAfterMs = 10 * 60_000;

/**
 * Runs due jobs on the instance that checks first. The row of a job stores when it last ran, and is also its lock, so
 * that a job never runs twice at the same time, and a restart does not skip a run.
 */
export function createJobs(
  db: Database,
  options: { jobs: readonly Job[]; onFailure(job: string, error: unknown): void },
) {
  const { jobs, onFailure } = options;
  let timer: NodeJS.Timeout | undefined;
  /** Checks in progress, by job. Each job has its own check, so that a slow job does not delay the others. */
  const looking = new Map<string, Promise<void>>();
  /** Times of the next checks, by the monotonic clock of this process. */
  const nextLook = new Map<string, number>();

  const secondsAgo = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`;

  /** Claims the job for this instance, by the database's clock. @returns true if the job was due and not claimed */
  async function take(job: Job): Promise<boolean> {
    const isFree = or(
      sql`${jobRuns.finishedAt} is not null`,
      lt(jobRuns.startedAt, secondsAgo(lostAfterMs / 1000)),
    );
    const isDue = or(
      lt(jobRuns.startedAt, secondsAgo((job.everyMs - 1) / 1000)),
      // A start in the future means that the clock has been set back since then.
      gt(jobRuns.startedAt, secondsAgo(-60)),
    );
    const taken = await db
      .insert(jobRuns)
      .values({ name: job.name, startedAt: sql`now()` })
      .onConflictDoUpdate({
        target: jobRuns.name,
        set: { startedAt: sql`now()`, finishedAt: null },
        setWhere: and(isDue, isFree),
      })
      .returning({ name: jobRuns.name });
    return taken.length > 0;
  }

  async function run(job: Job): Promise<void> {
    let result = '';
    let isFailed = false;
    try {
      result = await traced(`job ${job.name}`, {}, () => job.run());
    } catch (error) {
      isFailed = true;
      result = 'Failed; the log says why.';
      onFailure(job.name, error);
    }
    await db
      .update(jobRuns)

      .set({ finishedAt: sql`now()`, result, failed: isFailed ? sql`${jobRuns.failed} + 1` : 0 })
      .where(eq(jobRuns.name, job.name));
  }

  async function look(job: Job): Promise<void> {
    if (!(await take(job))) {
      nextLook.set(job.name, performance.now() + Math.min(job.everyMs, lookAgainMs));
      return;
    }
    nextLook.set(job.name, performance.now() + job.everyMs);
    await run(job);
  }

  function lookSoon(): void {
    for (const job of jobs) {
      if (looking.has(job.name) || (nextLook.get(job.name) ?? 0) > performance.now()) continue;
      const one = look(job)
        // While the database is unreachable, nothing can run. The next check finds the job still due.
        .catch(() => {})
        .finally(() => looking.delete(job.name));
      looking.set(job.name, one);
    }
  }

  return {
    /** Runs a job immediately, even if it is not due. @returns its result */
    async runNow(name: string): Promise<string> {
      const job = jobs.find((one) => one.name === name);
      if (!job) throw new Error(`there is no job ${name}`);
      await db
        .insert(jobRuns)
        .values({ name, startedAt: sql`now()` })
        .onConflictDoUpdate({
          target: jobRuns.name,
          set: { startedAt: sql`now()`, finishedAt: null },
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
      await Promise.all(looking.values());
    },
  };
}

export type Jobs = ReturnType<typeof createJobs>;
