/** A timer cannot wait longer than some 24 days; looking again each hour also follows a clock that is set. */
const waitMax = 60 * 60 * 1000;
const waitMin = 250;
/** Timers may ring a moment early. */
const margin = 20;

/**
 * Tells when a scheduled post appears: nothing in the database changes then, so nothing else does. It is
 * the database's clock that says whether a post still waits; ours only says when to ask.
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
    // Where it cannot be asked, it is asked again.
    const due = await options.nextPublication().catch(() => new Date(Date.now() + waitMax));
    if (isOver || own !== plan) return;
    // What was waited for waits no more: it has appeared, or was put off, which changes nothing.
    if (waitedFor !== undefined && due?.getTime() !== waitedFor) options.onPublished();
    waitedFor = due?.getTime();
    if (waitedFor === undefined) return;
    const wait = Math.min(Math.max(waitedFor - Date.now() + margin, waitMin), waitMax);
    timer = setTimeout(() => void replan(), wait);
    timer.unref();
  }

  void replan();
  return {
    /** To be called when posts changed. */
    replan: () => void replan(),
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
