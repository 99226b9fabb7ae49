/** The search field of the current section, for the bar of the phone. */
let field: HTMLInputElement | null = null;
/** True if the next field gets the focus: that of a section still being opened. */
let isAwaited = false;

/** Ref of a section's search field. */
export function searchField(input: HTMLInputElement | null): void {
  field = input;
  if (!input || !isAwaited) return;
  isAwaited = false;
  input.focus();
}

/** @returns whether there is a field */
export function focusSearchField(): boolean {
  field?.focus();
  return field !== null;
}

/** Focuses the search field of the section being opened, once it is rendered. */
export async function focusNextSearchField(navigation: Promise<unknown>): Promise<void> {
  isAwaited = true;
  await navigation;
  // If a section renders its field much later, the focus is not moved.
  setTimeout(() => {
    isAwaited = false;
  }, 2_000);
}
