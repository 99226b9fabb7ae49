import { type RefObject, useEffect, useRef } from 'react';

import type { Message } from '~/contract/threads/threads-schema';
import type { ThreadSource } from './thread-source';

/** Marks the newest message as read once its end is visible, if the tab is in the foreground. */
export function useReadMark(
  source: Pick<ThreadSource, 'markRead'>,
  messages: Message[],
  options: { lastReadId: number | null; end: RefObject<HTMLElement | null> },
): void {
  const { end } = options;
  const marked = useRef(options.lastReadId ?? 0);
  const newest = messages.at(-1)?.id ?? 0;
  const latest = useRef(source);
  latest.current = source;

  useEffect(() => {
    const target = end.current;
    if (!target || newest <= marked.current) return;
    let isSeen = false;
    const mark = async () => {
      if (!isSeen || document.visibilityState !== 'visible' || newest <= marked.current) return;
      const before = marked.current;
      marked.current = newest;
      try {
        await latest.current.markRead(newest);
      } catch {
        // The next message, or the next visit, retries.
        marked.current = before;
      }
    };
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.some(({ isIntersecting }) => isIntersecting);
      void mark();
    });
    observer.observe(target);
    const onVisibility = () => void mark();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [end, newest]);
}
