import { useId } from 'react';

import { phoneMax, textMax } from '~/contract/common/limits';
import type { FormField } from '~/contract/forms/forms';
import { describe, SelectField, TextAreaField, TextField } from '~/web/ui/field';
import { FilesAnswer } from './files-answer';
import { inputName } from './input-name';
import styles from './own-form.module.css';

const lineMax = 500;

interface Props {
  formId: number;
  field: FormField;
  draftName: string;
  error: string | undefined;
}

/** Input of a field, depending on its type. */
export function AnswerField(props: Props) {
  const { field, error } = props;
  const { key, label, type, required, help, options } = field;
  const common = {
    name: inputName(key),
    label,
    error,
    optional: !required,
    ...(help && { hint: help }),
  };
  const choices = options.map((value) => ({ value, label: value }));
  if (type === 'long') return <TextAreaField {...common} maxLength={textMax} />;
  if (type === 'choice') {
    return <SelectField {...common} options={choices} placeholder="Select one" />;
  }
  if (type === 'choices') return <ChoicesField {...props} />;
  if (type === 'consent') return <ConsentField {...props} />;
  if (type === 'file') {
    return <FilesAnswer {...props} />;
  }
  if (type === 'email') return <TextField {...common} type="email" autoComplete="email" />;
  if (type === 'phone') {
    return <TextField {...common} type="tel" autoComplete="tel" maxLength={phoneMax} />;
  }
  if (type === 'date') return <TextField {...common} type="date" />;
  const isName = key === 'name' || key === 'company';
  return (
    <TextField
      {...common}
      maxLength={lineMax}
      {...(isName && { autoComplete: key === 'name' ? 'name' : 'organization' })}
    />
  );
}

/** Multiple choice, as a group of checkboxes. */
function ChoicesField({ field, error }: Props) {
  const id = useId();
  const { key, label, required, help, options } = field;
  return (
    <fieldset className={styles.group} aria-describedby={describedBy(id, error, help)}>
      <legend className={styles.legend}>
        {label}
        {!required && <span className={styles.optional}>optional</span>}
      </legend>
      {options.map((option) => (
        <label key={option} className={styles.box}>
          <input
            type="checkbox"
            name={inputName(key)}
            value={option}
            aria-invalid={error ? true : undefined}
          />
          <span>{option}</span>
        </label>
      ))}
      <Below id={id} error={error} help={help} />
    </fieldset>
  );
}

/** A checkbox for consent. */
function ConsentField({ field, error }: Props) {
  const id = useId();
  const { key, label, required, help } = field;
  return (
    <div className={styles.group}>
      <label className={styles.box}>
        <input
          {...describe(id, error, help || undefined)}
          type="checkbox"
          name={inputName(key)}
          value="on"
        />
        <span>
          {label}
          {!required && <span className={styles.optional}>optional</span>}
        </span>
      </label>
      <Below id={id} error={error} help={help} />
    </div>
  );
}

const describedBy = (id: string, error: string | undefined, help: string) =>
  error ? `${id}-error` : help ? `${id}-hint` : undefined;

function Below({ id, error, help }: { id: string; error: string | undefined; help: string }) {
  if (error) {
    return (
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
    );
  }
  return help ? (
    <p id={`${id}-hint`} className={styles.note}>
      {help}
    </p>
  ) : null;
}
