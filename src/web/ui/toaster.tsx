import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import {
  dismissToast,
  swipeThresholdPx,
  type Toast,
  toastDurationMs,
  toastStore,
} from './toast-store';
import styles from './toaster.module.css';

const noToasts: readonly Toast[] = [];

/** Region in which toasts appear. F8 focuses the region. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => noToasts);
  const region = useRef<HTMLElement>(null);
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      region.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <section
      ref={region}
      className={styles.region}
      aria-label="Notifications (F8)"
      data-notices
      tabIndex={-1}
      onFocus={(event) => setHeld(event.target === event.currentTarget)}
      onBlur={() => setHeld(false)}
    >
      <ol className={styles.list} aria-live="polite" aria-relevant="additions text">
        {toasts
          .filter((one) => one.open)
          .map((one) => (
            <ToastItem key={one.id} toast={one} isHeld={isHeld} />
          ))}
      </ol>
    </section>
  );
}

/** A single toast. @param isHeld true while the keyboard focus is in the region */
function ToastItem({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const [paused, setPaused] = useState(false);
  const [offset, setOffset] = useState(0);
  const startX = useRef<number | null>(null);
  const left = useRef(toast.durationMs ?? toastDurationMs);

  useEffect(() => {
    if (paused || isHeld) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [paused, isHeld, toast.id]);

  const onPointerDown = (event: PointerEvent<HTMLLIElement>) => {
    if (event.target instanceof Element && event.target.closest('button, a')) return;
    startX.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (startX.current !== null) setOffset(Math.max(0, event.clientX - startX.current));
  };
  const onPointerEnd = (event: PointerEvent) => {
    if (startX.current === null) return;
    const swiped = event.clientX - startX.current;
    startX.current = null;
    setOffset(0);
    if (event.type === 'pointerup' && swiped > swipeThresholdPx) dismissToast(toast.id);
  };

  return (
    <li
      className={styles.toast}
      data-variant={toast.variant ?? 'default'}
      style={offset > 0 ? { transform: `translateX(${offset}px)`, transition: 'none' } : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={(event) => event.key === 'Escape' && dismissToast(toast.id)}
    >
      <div className={styles.words} role={toast.variant === 'destructive' ? 'alert' : 'status'}>
        <p className={styles.title}>{toast.title}</p>
        {toast.description && <p className={styles.description}>{toast.description}</p>}
      </div>
      {toast.action}
      <button
        type="button"
        className={styles.close}
        aria-label="Dismiss"
        onClick={() => dismissToast(toast.id)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.6" />
        </svg>
      </button>
    </li>
  );
}
