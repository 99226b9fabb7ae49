/**
 * Maximum wait in milliseconds. Timers cannot wait longer than about 24 days, and an hourly check also notices changes
 * of the clock.
 */
const waitMax = 60 * 60 * 1000;
const waitMin = 250;
/** Milliseconds added to each wait, because timers may fire a moment early. */
const margin = 20;

/**
 * Notifies when a scheduled post becomes visible, because no change in the database announces it. The database's clock
 * decides whether a post is due; the process's clock only decides when to check.
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
    // Either the post that this timer waited for has been published, or it was rescheduled and the notification is
    // harmless.
    if (waitedFor !== undefined && due?.getTime() !== waitedFor) options.onPublished();
    waitedFor = due?.getTime();
    if (waitedFor === undefined) return;
    const wait = Math.min(Math.max(waitedFor - Date.now() + margin, waitMin), waitMax);
    timer = setTimeout(() => void replan(), wait);
    timer.unref();
  }

  void replan();
  return {
    /** Must be called after posts have changed. */
    replan: () => void replan(),
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
