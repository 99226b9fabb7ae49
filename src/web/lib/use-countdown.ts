import { useEffect, useReducer } from 'react';

/** Returns the whole seconds left until a time; 0 after it. */
export function useCountdown(until: number): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const left = until > 0 ? Math.max(0, Math.ceil((until - Date.now()) / 1000)) : 0;
  const isOn = left > 0;
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return left;
}
