import { useEffect } from 'react';

/** Returns the focus to the element that had it before the component was mounted, unless another element has it by then. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // True if the focused element was removed with the component.
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
