import { useEffect, useRef } from 'react';

import { CodeStep } from './code-step.lazy';

/** Goes on with the code that was asked for before a reload. @param go receives its address, once the step's script is there */
export function useResumed(
  codes: { resume(): string | undefined },
  go: (email: string) => void,
): void {
  const latest = useRef({ codes, go });
  // Storage is read after hydration: the server's page cannot know it.
  useEffect(() => {
    const email = latest.current.codes.resume();
    if (email) void Promise.resolve(CodeStep.preload?.()).then(() => latest.current.go(email));
  }, []);
}
