import { useId, useState } from 'react';

import { describe, type FieldProps, Frame } from './field';
import fieldStyles from './field.module.css';
import styles from './password-field.module.css';

/** A password field with a button that shows the password. */
export function PasswordField({
  name,
  autoComplete,
  ...frame
}: FieldProps & { autoComplete: string }) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <Frame id={id} {...frame}>
      <div className={styles.withButton}>
        <input
          {...describe(id, frame.error, frame.hint)}
          className={fieldStyles.control}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
        />
        <button
          type="button"
          className={styles.show}
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </div>
    </Frame>
  );
}
