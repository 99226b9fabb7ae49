import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import styles from './tooltip.module.css';

const openAfterMs = 700;
/** Milliseconds after closing a tooltip during which the next tooltip opens without delay. */
const skipDelayMs = 300;

let lastClosedAt = Number.NEGATIVE_INFINITY;

/** Tooltip with a short label for its content, shown on hover and focus. */
export function Tooltip({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  const show = (afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(setOpen, afterMs, true);
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (open) lastClosedAt = performance.now();
    setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to its child
    <span
      role="presentation"
      className={styles.anchor}
      onPointerEnter={(event) => {
        if (event.pointerType === 'touch') return;
        show(performance.now() - lastClosedAt < skipDelayMs ? 0 : openAfterMs);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {open && (
        <span id={id} role="tooltip" className={styles.tip}>
          {label}
        </span>
      )}
    </span>
  );
}
