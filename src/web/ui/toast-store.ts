import type { ReactNode } from 'react';

/** Maximum number of visible toasts. */
const toastLimit = 1;
/** Milliseconds after which a dismissed toast is removed from the store. */
const removeAfterMs = 1_000_000;
export const toastDurationMs = 5000;
export const swipeThresholdPx = 50;

type ToastVariant = 'default' | 'destructive';

export interface ToastContent {
  title: string;
  description?: string;
  action?: ReactNode;
  variant?: ToastVariant;
  /** Duration that replaces the default, for example for a change that can be undone for longer. */
  durationMs?: number;
}

export interface Toast extends ToastContent {
  id: number;
  open: boolean;
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  get: () => toasts,
};

/** Shows a toast, which replaces the previous one. */
export function toast(content: ToastContent): { id: number; dismiss(): void } {
  const id = nextId++;
  set([{ ...content, id, open: true }, ...toasts].slice(0, toastLimit));
  return { id, dismiss: () => dismissToast(id) };
}

export function dismissToast(id: number): void {
  if (!toasts.some((one) => one.id === id && one.open)) return;
  set(toasts.map((one) => (one.id === id ? { ...one, open: false } : one)));
  setTimeout(() => set(toasts.filter((one) => one.id !== id)), removeAfterMs);
}
