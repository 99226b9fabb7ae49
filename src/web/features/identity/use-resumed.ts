import { useEffect, useRef } from 'react';

import { CodeStep } from './code-step.lazy';

/**
 * Continues with the code that was requested before a reload. A newly opened page starts at its
 * first step.
 *
 * @param go called with the email to which the code was sent, once the script of the step has
 * loaded
 */
export function useResumed(
  codes: { resume(): string | undefined },
  go: (email: string) => void,
): void {
  const latest = useRef({ codes, go });
  // Storage is read after hydration, because the page from the server cannot contain it.
  useEffect(() => {
    const email = isNewVisit() ? undefined : latest.current.codes.resume();
    if (email) void Promise.resolve(CodeStep.preload?.()).then(() => latest.current.go(email));
  }, []);
}

/**
 * Returns whether this page was opened by a link or by its URL, rather than by a reload or Back.
 */
function isNewVisit(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'navigate' && new URL(arrival.name).pathname === location.pathname;
}
