/** A timer cannot wait longer than some 24 days; looking again each hour also follows a clock that is set. */
const waitMax = 60 * 60 * 1000;
const waitMin = 250;

/** Tells when a scheduled post appears: nothing in the database changes then, so nothing else does. */
export function watchPublication(options: {
  nextPublication(): Promise<Date | undefined>;
  onPublished(): void;
}) {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let plan = 0;

  async function replan(): Promise<void> {
    const own = ++plan;
    clearTimeout(timer);
    // Where it cannot be asked, it is asked again.
    const due = await options.nextPublication().catch(() => new Date(Date.now() + waitMax));
    if (isOver || own !== plan || !due) return;
    const wait = Math.min(Math.max(due.getTime() - Date.now(), waitMin), waitMax);
    timer = setTimeout(() => {
      if (Date.now() >= due.getTime()) options.onPublished();
      void replan();
    }, wait);
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
