import { useEffect } from 'react';

/** Gives the focus back to where it was before the component was drawn, unless something else has taken it meanwhile. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // What had it is gone with the component.
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
