import { useEffect, useRef } from 'react';

import { CodeStep } from './code-step.lazy';

/**
 * Continues with the code that was requested before a reload. A newly opened page begins with its first step.
 *
 * @param go receives the email to which the code was sent, once the script of the step has loaded
 */
export function useResumed(
  codes: { resume(): string | undefined },
  go: (email: string) => void,
): void {
  const latest = useRef({ codes, go });
  // Storage is read after hydration, because the page from the server cannot contain it.
  useEffect(() => {
    const email = isOpenedAnew() ? undefined : latest.current.codes.resume();
    if (email) void Promise.resolve(CodeStep.preload?.()).then(() => latest.current.go(email));
  }, []);
}

/** Returns whether this page was opened by a link or its URL, as opposed to a reload or Back. */
function isOpenedAnew(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'navigate' && new URL(arrival.name).pathname === location.pathname;
}
