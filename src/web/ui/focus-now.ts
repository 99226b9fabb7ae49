/**
 * Ref callback for an element that replaces the focused control. Focuses the element and scrolls to
 * it, without an animation, because the element may be replaced before an animation ends.
 */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
