/** Ref callback for an element that replaces the focused control: focuses it and scrolls it into view. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}
