import { useEffect } from 'react';

/** Returns whether no element has the focus, for example because the focused one was removed. */
export const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Returns the focus to the element that had it before the component was mounted, unless another element has it by then. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (isFocusFree() && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
