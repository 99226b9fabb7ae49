/** Maximum number of open event streams. A browser has one for each tab. */
export const streamLimits = { perSession: 30, max: 2_000 };

/**
 * Limits how many event streams are open, for each session and in total. Beyond the limit, closes the oldest stream.
 * Its tab reconnects if it is still open.
 */
export function createOpenStreams(limits = streamLimits) {
  /** Open responses with their sessions, oldest first. */
  const open = new Map<{ destroy(): unknown }, number>();

  return (
    session: number,
    response: { destroy(): unknown; once(event: 'close', listener: () => void): unknown },
  ): void => {
    const own = [...open].filter(([, one]) => one === session).map(([one]) => one);
    const [oldest] = own.length >= limits.perSession ? own : open.keys();
    if (oldest && (own.length >= limits.perSession || open.size >= limits.max)) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.set(response, session);
    response.once('close', () => open.delete(response));
  };
}
