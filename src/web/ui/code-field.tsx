import { useId } from 'react';

import styles from './code-field.module.css';
import { describe, type FieldProps, Frame } from './field';
import fieldStyles from './field.module.css';

/** Field for a code from an email. Accepts a pasted code with spaces, and the system's suggestion. */
export function CodeField({
  name,
  length,
  onFilled,
  ...frame
}: FieldProps & { length: number; onFilled?(): void }) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <input
        {...describe(id, frame.error, frame.hint)}
        className={`${fieldStyles.control} ${styles.code}`}
        name={name}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={length}
        // Gets the focus on mount, because it is the only field of this step.
        ref={focusOnce}
        onPaste={(event) => {
          const digits = event.clipboardData.getData('text').replace(/\D/g, '');
          if (digits.length !== length) return;
          event.preventDefault();
          event.currentTarget.value = digits;
          onFilled?.();
        }}
        onInput={(event) => {
          if (
            /^\d+$/.test(event.currentTarget.value) &&
            event.currentTarget.value.length === length
          )
            onFilled?.();
        }}
      />
    </Frame>
  );
}

function focusOnce(input: HTMLInputElement | null) {
  input?.focus();
}
