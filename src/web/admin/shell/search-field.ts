/** The search field of the section that is shown, for the bar of the phone. */
let field: HTMLInputElement | null = null;
/** Whether the next field takes the focus: that of a section which is still being opened. */
let isAwaited = false;

/** The ref of a section's search field. */
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

/** Focuses the field of the section that the navigation leads to, once it is drawn. */
export async function focusNextSearchField(navigation: Promise<unknown>): Promise<void> {
  isAwaited = true;
  await navigation;
  // A section that draws its field much later finds its reader elsewhere.
  setTimeout(() => {
    isAwaited = false;
  }, 2_000);
}
