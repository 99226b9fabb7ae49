/** A ref for what has just come in place of the focused control: focused and in view, so that it is read out and seen. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest' });
}
