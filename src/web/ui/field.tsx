import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import styles from './field.module.css';
import { LengthNote } from './field-length';

interface Choice {
  value: string;
  label: string;
}

export interface FieldProps {
  name: string;
  label: string;
  error: string | undefined;
  optional?: boolean;
  hint?: string;
}

/** Shows label, hint and error of a field around its control. */
export function Frame({
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

/** Returns the attributes that associate a control with its label, hint and error. */
export function describe(id: string, error: string | undefined, hint: string | undefined) {
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
}

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'password' | 'date';
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

/**
 * Field for a long text. It does not limit the input: near the maximum it shows the length, and
 * above it an error.
 */
export function TextAreaField({
  name,
  placeholder,
  maxLength,
  defaultValue,
  rows = 5,
  ...frame
}: FieldProps & {
  placeholder?: string;
  maxLength: number;
  defaultValue?: string;
  rows?: number;
}) {
  const [length, setLength] = useState(defaultValue?.length ?? 0);
  const id = useId();
  return (
    <Frame id={id} {...frame}>
      <textarea
        {...describe(id, frame.error, frame.hint)}
        className={styles.control}
        name={name}
        rows={rows}
        placeholder={placeholder}
        defaultValue={defaultValue}
        onInput={(event) => setLength(event.currentTarget.value.length)}
      />
      <LengthNote length={length} max={maxLength} />
    </Frame>
  );
}

export function SelectField({
  name,
  options,
  placeholder,
  defaultValue = '',
  ...frame
}: FieldProps & { options: readonly Choice[]; placeholder: string; defaultValue?: string }) {
  const id = useId();
  const element = useRef<HTMLSelectElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new options may have the value of a restored draft
  useEffect(() => {
    const select = element.current;
    const { awaited } = select?.dataset ?? {};
    if (!select || !awaited) return;
    if (select.value === '') select.value = awaited;
    if (select.value === '') return;
    delete select.dataset.awaited;
    select.dispatchEvent(new Event('input', { bubbles: true }));
  }, [options]);
  return (
    <Frame id={id} {...frame}>
      <select
        ref={element}
        {...describe(id, frame.error, frame.hint)}
        className={styles.control}
        name={name}
        defaultValue={defaultValue}
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

/**
 * Name of the honeypot field in forms. It is not a word that browsers and password managers fill
 * in, such as "website".
 */
export const trapName = 'kx-left-blank';

/**
 * Honeypot field, which is hidden and unreachable for people. If it is filled in, the sender is
 * probably a bot.
 */
export function TrapField() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <input
        name={trapName}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
        defaultValue=""
      />
    </div>
  );
}
