import { type ReactNode, useId, useState } from 'react';

import styles from './field.module.css';

interface Choice {
  value: string;
  label: string;
}

interface FieldProps {
  name: string;
  label: string;
  error: string | undefined;
  optional?: boolean;
  hint?: string;
}

function Frame({
  id,
  label,
  error,
  optional,
  hint,
  children,
}: Omit<FieldProps, 'name'> & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}>optional</span>}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function describe(id: string, error: string | undefined, hint: string | undefined) {
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'password';
  autoComplete?: string;
  placeholder?: string;
  maxLength?: number;
  defaultValue?: string;
  onInput?(): void;
}

export function TextField({
  name,
  type = 'text',
  autoComplete,
  placeholder,
  maxLength,
  defaultValue,
  onInput,
  ...frame
}: TextFieldProps) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <input
        {...describe(id, frame.error, frame.hint)}
        className={styles.control}
        name={name}
        type={type}
        autoComplete={autoComplete}
        placeholder={placeholder}
        maxLength={maxLength}
        defaultValue={defaultValue}
        onInput={onInput}
      />
    </Frame>
  );
}

export function TextAreaField({
  name,
  placeholder,
  maxLength,
  ...frame
}: FieldProps & { placeholder?: string; maxLength?: number }) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <textarea
        {...describe(id, frame.error, frame.hint)}
        className={styles.control}
        name={name}
        rows={5}
        placeholder={placeholder}
        maxLength={maxLength}
      />
    </Frame>
  );
}

export function SelectField({
  name,
  options,
  placeholder,
  ...frame
}: FieldProps & { options: readonly Choice[]; placeholder: string }) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <select
        {...describe(id, frame.error, frame.hint)}
        className={styles.control}
        name={name}
        defaultValue=""
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** Digits that came by mail: one field, which takes a paste with spaces and what the system offers. */
export function CodeField({
  name,
  length,
  onFilled,
  ...frame
}: FieldProps & { length: number; onFilled(): void }) {
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <input
        {...describe(id, frame.error, frame.hint)}
        className={`${styles.control} ${styles.code}`}
        name={name}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={length}
        // Focused on mount: it is the only field of this step.
        ref={focusOnce}
        onPaste={(event) => {
          const digits = event.clipboardData.getData('text').replace(/\D/g, '');
          if (digits.length !== length) return;
          event.preventDefault();
          event.currentTarget.value = digits;
          onFilled();
        }}
        onInput={(event) => {
          if (
            /^\d+$/.test(event.currentTarget.value) &&
            event.currentTarget.value.length === length
          )
            onFilled();
        }}
      />
    </Frame>
  );
}

function focusOnce(input: HTMLInputElement | null) {
  input?.focus();
}

/** Hidden until asked for: a button beside the password shows it. */
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
          className={styles.control}
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

/** Out of people's sight and reach: what fills it is no person. */
export function Honeypot({ name }: { name: string }) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <input name={name} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  );
}
