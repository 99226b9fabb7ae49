import { useEffect } from 'react';

import { useCountdown } from '~/web/lib/use-countdown';
import type { Wait } from '~/web/lib/use-wait';
import styles from './try-again.module.css';

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows the time until a form may be sent again. Renders nothing if it may be sent. */
export function TryAgain({ wait }: { wait: Wait }) {
  const left = useCountdown(wait.until);
  const { isOn, end } = wait;
  useEffect(() => {
    if (isOn && left === 0) end();
  }, [isOn, left, end]);
  if (left === 0) return null;
  // The countdown is not announced: the notice was announced before, and screen readers would announce each second.
  return <p className={styles.note}>You can try again in {inWords(left)}.</p>;
}
