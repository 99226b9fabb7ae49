import { useEffect } from 'react';

/** Returns the focus to where it was before the component was mounted, unless something else has it by then. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // The previously focused element was removed with the component.
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
