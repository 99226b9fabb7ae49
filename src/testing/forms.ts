import { waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** The values of a form's fields by their labels; a select's by the value of its option. */
export type FieldValues = Record<string, string>;

/** The field under a label, whether it says that it is optional or required or not. */
export const fieldOf = (form: HTMLElement, label: string): HTMLElement =>
  within(form).getByLabelText((text) => text.replace(/optional$| \*$/, '') === label);

/** Fills fields in, in place of what they hold. */
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
    // In one piece: each key that is typed renders the form.
    await user.click(control);
    await user.paste(value);
  }
}

export function expectValues(form: HTMLElement, values: FieldValues): void {
  for (const [label, value] of Object.entries(values)) {
    expect(fieldOf(form, label), label).toHaveValue(value);
  }
}

/** The error is at its field: shown, and announced with it. */
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
