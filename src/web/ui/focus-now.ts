/**
 * Ref callback for an element that replaces the focused control: focuses it and scrolls it into view. Without an animation,
 * which would go on after the next element has replaced this one.
 */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
