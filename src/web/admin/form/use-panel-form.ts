import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';

import { fieldErrorsOf } from '~/web/lib/api-error';
import type { FieldErrors } from '~/web/lib/form-errors';
import { isConflict, suggestionsOf } from './record-errors';
import { type Keeping, useUnsavedInput } from './use-unsaved-input';

/**
 * A form of the panel: its values, their errors, its unsaved input, and the result of sending it. `useRecordForm` saves a record by a
 * button, `useAutosave` while it is typed, and `ActionDialog` carries out an action.
 */
export function usePanelForm<Draft extends object>(options: {
  /** Left out for input that must not be stored in the browser. */
  keeping?: Keeping | undefined;
  initial: Draft;
  /** Errors by the server's own rules. */
  validate(draft: Draft): FieldErrors;
  /** After each change, restored input included. */
  onChange?(): void;
  /** Finds the fields that a refusal is about. */
  errorsOf?(error: unknown): FieldErrors;
}) {
  const { keeping, initial, validate, onChange, errorsOf = fieldErrorsOf } = options;
  const form = useForm<Draft>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    validate,
  });
  /** For refused fields: the value that is to replace them. */
  const [suggestions, setSuggestions] = useState<FieldErrors>({});
  const [hasConflict, setConflict] = useState(false);
  const isSending = useRef(false);
  const element = useRef<HTMLDivElement & HTMLFormElement>(null);
  /** Of the last check, the fields that are right by now. */
  const [corrected, setCorrected] = useState<{ of: object; paths: ReadonlySet<string> }>({
    of: {},
    paths: new Set(),
  });
  const checked = form.errors as FieldErrors;
  const errors =
    corrected.of === checked && corrected.paths.size > 0
      ? Object.fromEntries(Object.entries(checked).filter(([path]) => !corrected.paths.has(path)))
      : checked;

  /** An error goes once its field is right; one that the server named, with the value that it refused. */
  const dropCorrected = (before: Draft, after: Draft) => {
    const isChanged = (path: string) => {
      const key = path.split('.', 1)[0] as keyof Draft;
      return !(key in after) || before[key] !== after[key];
    };
    const paths = Object.keys(checked).filter(isChanged);
    if (paths.length === 0) return;
    const wrong = validate(after);
    setCorrected(({ of, paths: known }) => {
      const others = of === checked ? [...known].filter((path) => !isChanged(path)) : [];
      return {
        of: checked,
        paths: new Set([...others, ...paths.filter((path) => wrong[path] === undefined)]),
      };
    });
  };

  const change = (next: (before: Draft) => Draft) => {
    const before = form.getValues();
    const after = next(before);
    form.setValues(after);
    dropCorrected(before, after);
    onChange?.();
  };

  const set = <Key extends keyof Draft & string>(key: Key, value: Draft[Key]) =>
    change((before) => ({ ...before, [key]: value }));

  const isDirty = form.isDirty();
  const unsaved = useUnsavedInput<Draft>(keeping, { draft: form.values, isDirty, initial, change });

  const focusFirstError = () => {
    // After the errors are drawn.
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };

  /**
   * Saves what was given. What failed is shown at its fields, with values that would not; a record that is newer than the opened one
   * is a conflict, unless it is to be overwritten.
   * @param isPart whether `save` leaves out what is not right yet
   */
  const send = async (
    given: Draft,
    save: () => Promise<unknown>,
    { isOverwriting = false, isPart = false } = {},
  ): Promise<{ isSaved: true } | { isSaved: false; error: unknown; isConflict: boolean }> => {
    setSuggestions({});
    isSending.current = true;
    try {
      await save();
      if (!isPart) {
        form.resetDirty(given);
        // Input that was typed meanwhile stays stored.
        if (form.getValues() === given) unsaved.forget();
      }
      form.setErrors({});
      setConflict(false);
      return { isSaved: true };
    } catch (error) {
      const isNewer = isConflict(error) && !isOverwriting;
      setConflict(isNewer);
      setSuggestions(suggestionsOf(error));
      form.setErrors(errorsOf(error));
      return { isSaved: false, error, isConflict: isNewer };
    } finally {
      isSending.current = false;
    }
  };

  return {
    form,
    draft: form.values,
    isDirty,
    unsaved,
    change,
    set,
    errors,
    /** The errors of the last check, another object after each. */
    checked,
    /** The error of a field, by its name; of a list, the first of its rows. */
    errorOf: (key: string): string | undefined => errors[key] ?? errorWithin(key, errors),
    suggestionOf: (key: string) => suggestions[key],
    /** Takes the value that was offered for a refused field. */
    takeSuggestion: (key: keyof Draft & string) => {
      set(key, suggestions[key] as Draft[typeof key]);
      form.setErrors(({ [key]: _, ...others }) => others);
      setSuggestions(({ [key]: _, ...others }) => others);
    },
    hasConflict,
    isSending,
    send,
    /** For what holds the fields. */
    element,
    focusFirstError,
  };
}

/** The first error below `key`, such as that of 'steps.2.title', with the number of its row. */
function errorWithin(key: string, errors: FieldErrors): string | undefined {
  const path = Object.keys(errors).find((path) => path.startsWith(`${key}.`));
  if (!path) return undefined;
  const row = Number(path.split('.')[1]);
  return Number.isNaN(row) ? errors[path] : `Row ${row + 1}: ${errors[path]}`;
}
