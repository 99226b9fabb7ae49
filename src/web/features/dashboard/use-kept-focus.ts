import { type RefObject, useEffect } from 'react';

const isDisabled = (element: Element) => element.matches(':disabled');

/**
 * Keeps the focus within an area, for users of a keyboard or a screen reader: if an action removes the focused control and
 * nothing else gets the focus, it moves to the heading around that control. A control that was disabled during an action
 * gets the focus back.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    let last: HTMLElement | undefined;
    /** Ancestors of the control, from the inside to the outside, read while it was attached. */
    let around: Element[] = [];

    const hasFocus = () =>
      document.activeElement !== null && document.activeElement !== document.body;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last = target;
      around = [];
      for (let one = target.parentElement; one && one !== root; one = one.parentElement) {
        around.push(one);
      }
      around.push(root);
    };
    // The user has moved the focus, so the control was not removed by an action.
    const onLeave = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        if (target === last && last?.isConnected && !isDisabled(last)) last = undefined;
      });
    };
    const observer = new MutationObserver(() => {
      if (!last || hasFocus()) return;
      if (last.isConnected) {
        if (!isDisabled(last)) last.focus({ preventScroll: true });
        return;
      }
      const heading = around
        .filter((one) => one.isConnected)
        .map((one) => one.querySelector<HTMLElement>('h1, h2, h3'))
        .find((one) => one !== null);
      last = undefined;
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });

    root.addEventListener('focusin', onFocus);
    root.addEventListener('focusout', onLeave);
    observer.observe(root, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('focusout', onLeave);
      observer.disconnect();
    };
  }, [area]);
}
