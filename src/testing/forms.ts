import { waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Values of a form's fields by label. The value of a select is that of its option. */
export type FieldValues = Record<string, string>;

/** Returns the field with a label, with or without its marker for optional or required fields. */
const fieldOf = (form: HTMLElement, label: string): HTMLElement =>
  within(form).getByLabelText((text) => text.replace(/optional$| \*$/, '') === label);

/** Fills fields, replacing their contents. */
export async function fillForm(
  user: UserEvent,
  form: HTMLElement,
  values: FieldValues,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = fieldOf(form, label);
    if (control instanceof HTMLSelectElement) {
      await user.selectOptions(control, value);
      continue;
    }
    await user.clear(control);
    // Pastes the value, because each typed key renders the form.
    await user.click(control);
    await user.paste(value);
  }
}

export function expectValues(form: HTMLElement, values: FieldValues): void {
  for (const [label, value] of Object.entries(values)) {
    expect(fieldOf(form, label), label).toHaveValue(value);
  }
}

/** Expects an error that is visible at its field and part of the field's accessible description. */
export async function expectFieldError(
  form: HTMLElement,
  label: string,
  message: string,
): Promise<void> {
  const control = fieldOf(form, label);
  await waitFor(() => expect(control).toHaveAccessibleDescription(message));
  expect(control).toHaveAttribute('aria-invalid', 'true');
  expect(within(form).getByText(message)).toBeVisible();
}
