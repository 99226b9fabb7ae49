import { useEffect } from 'react';

/**
 * Returns whether no control has the focus, for example because the focused one was removed. A click on a text focuses the
 * main element, to which the skip link leads.
 */
export const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement.matches('body, main');

/**
 * Moves the focus back to the element that had it before the component was mounted, unless another
 * element has it by then.
 */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (isFocusFree() && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
