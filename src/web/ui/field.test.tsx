import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { TextAreaField } from './field';

it('a long text is never truncated, counted near its maximum, and reported above it', () => {
  render(<TextAreaField name="message" label="Message" maxLength={100} error={undefined} />);
  const field = screen.getByRole('textbox', { name: 'Message' });
  const note = () => screen.queryByRole('status')?.textContent;
  // With the attribute, the browser would truncate pasted text.
  expect(field).not.toHaveAttribute('maxlength');
  fireEvent.input(field, { target: { value: 'a'.repeat(80) } });
  expect(note()).toBeUndefined();
  fireEvent.input(field, { target: { value: 'a'.repeat(81) } });
  expect(note()).toBe('81 of 100 characters');
  fireEvent.input(field, { target: { value: 'a'.repeat(130) } });
  expect(note()).toBe('130 of 100 characters: 30 too many');
  expect(field).toHaveValue('a'.repeat(130));
});
