/** Search field of the current section, for the key `/`. */
let field: HTMLInputElement | null = null;

/** Ref callback for a section's search field. */
export function searchField(input: HTMLInputElement | null): void {
  field = input;
}

/** Focuses the search field. @returns false if there is none */
export function focusSearchField(): boolean {
  field?.focus();
  return field !== null;
}
