/** A timer cannot wait longer than about 24 days; an hourly check also follows changes of the clock. */
const waitMax = 60 * 60 * 1000;
const waitMin = 250;
/** Timers may fire a moment early. */
const margin = 20;

/**
 * Notifies when a scheduled post becomes visible, which no change in the database announces. The database's clock decides whether
 * a post is due; ours only decides when to check.
 */
export function watchPublication(options: {
  nextPublication(): Promise<Date | undefined>;
  onPublished(): void;
}) {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let plan = 0;
  let waitedFor: number | undefined;

  async function replan(): Promise<void> {
    const own = ++plan;
    clearTimeout(timer);
    // Checks again after a failure.
    const due = await options.nextPublication().catch(() => new Date(Date.now() + waitMax));
    if (isOver || own !== plan) return;
    // The awaited post has been published, or was rescheduled, in which case the notification is harmless.
    if (waitedFor !== undefined && due?.getTime() !== waitedFor) options.onPublished();
    waitedFor = due?.getTime();
    if (waitedFor === undefined) return;
    const wait = Math.min(Math.max(waitedFor - Date.now() + margin, waitMin), waitMax);
    timer = setTimeout(() => void replan(), wait);
    timer.unref();
  }

  void replan();
  return {
    /** Call it when posts have changed. */
    replan: () => void replan(),
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
