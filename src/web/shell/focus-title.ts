/**
 * Puts the focus on the title of the page, so that a screen reader says where one is and the keyboard goes on from there. A page that has
 * focused something itself is left alone.
 */
export function focusTitle(): void {
  const content = document.getElementById('content');
  const title = content?.querySelector('h1');
  if (!title || content?.contains(document.activeElement)) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
