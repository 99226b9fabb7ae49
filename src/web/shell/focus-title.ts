/**
 * Focuses the title of the page, so that a screen reader announces it and the keyboard continues from there. Does nothing
 * if the page has already focused something.
 */
export function focusTitle(): void {
  const content = document.getElementById('content');
  const title = content?.querySelector('h1');
  if (!title || content?.contains(document.activeElement)) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
