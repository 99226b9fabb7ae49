/** Search field of the current section, for the bar of a phone. */
let field: HTMLInputElement | null = null;
/** True if the next search field gets the focus, which belongs to a section that is still being opened. */
let isAwaited = false;

/** Ref callback for a section's search field. */
export function searchField(input: HTMLInputElement | null): void {
  field = input;
  if (!input || !isAwaited) return;
  isAwaited = false;
  input.focus();
}

/** Focuses the search field. @returns false if there is none */
export function focusSearchField(): boolean {
  field?.focus();
  return field !== null;
}

/** Focuses the search field of the section that is being opened, once it is rendered. */
export async function focusNextSearchField(navigation: Promise<unknown>): Promise<void> {
  isAwaited = true;
  await navigation;
  // If a section renders its field much later, the focus does not move.
  setTimeout(() => {
    isAwaited = false;
  }, 2_000);
}
