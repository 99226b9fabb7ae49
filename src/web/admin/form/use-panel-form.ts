import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';

import { fieldErrorsOf } from '~/web/lib/api-error';
import type { FieldErrors } from '~/web/lib/form-errors';
import { isConflict, suggestionsOf } from './record-errors';
import { useUnsavedInput } from './use-unsaved-input';

/**
 * Form of the panel: values, errors, unsaved input, and the result of sending it. `useRecordForm`
 * saves a record with a button, `useAutosave` saves it while typing, and `ActionDialog` runs an
 * action.
 */
export function usePanelForm<Draft extends object>(options: {
  /**
   * Name under which unsaved input is stored; omitted for input that must not be stored in the
   * browser.
   */
  keeping?: string | undefined;
  initial: Draft;
  /** Validates the draft with the server's rules, and returns the errors. */
  validate(draft: Draft): FieldErrors;
  /** Adapts restored input to the fields that were not typed. */
  adapt?: ((restored: Draft, typed: Draft) => Draft) | undefined;
  /** Called after each change, including restored input. */
  onChange?(): void;
  /** Returns the fields that an error concerns. */
  errorsOf?(error: unknown): FieldErrors;
}) {
  const { keeping, initial, validate, onChange, errorsOf = fieldErrorsOf } = options;
  const form = useForm<Draft>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    validate,
  });
  /** Accepted values that can replace rejected ones. */
  const [suggestions, setSuggestions] = useState<FieldErrors>({});
  const [hasConflict, setConflict] = useState(false);
  const isSending = useRef(false);
  const element = useRef<HTMLDivElement & HTMLFormElement>(null);
  /** Fields that failed the last validation and have become valid since. */
  const [corrected, setCorrected] = useState<{ of: object; paths: ReadonlySet<string> }>({
    of: {},
    paths: new Set(),
  });
  const checked = form.errors as FieldErrors;
  const errors =
    corrected.of === checked && corrected.paths.size > 0
      ? Object.fromEntries(Object.entries(checked).filter(([path]) => !corrected.paths.has(path)))
      : checked;

  /**
   * Removes errors that no longer apply: an error of a field that has become valid, and a server
   * error once the rejected value has been changed.
   */
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
  const unsaved = useUnsavedInput<Draft>(
    keeping,
    { draft: form.values, isDirty, initial: form.getInitialValues(), change },
    options.adapt,
  );

  const focusFirstError = () => {
    // Runs after the errors were rendered.
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };

  /**
   * Saves values. Shows errors at their fields, with accepted alternatives. If the record has
   * changed since it was opened, reports a conflict, unless `isOverwriting` is set.
   *
   * @param isPart true if `save` omits invalid parts
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
        // Input that was typed while saving stays stored.
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

  /** Replaces the values with those of the stored record. */
  const reset = (values: Draft) => {
    form.setInitialValues(values);
    form.setValues(values);
    form.resetDirty(values);
    form.setErrors({});
    setConflict(false);
  };

  return {
    form,
    draft: form.values,
    isDirty,
    reset,
    unsaved,
    change,
    set,
    errors,
    /** Errors of the last validation. Each validation creates a new object. */
    checked,
    /** Returns the error of a field by its name; for a list, the error of the first invalid row. */
    errorOf: (key: string): string | undefined => errors[key] ?? errorWithin(key, errors),
    suggestionOf: (key: string) => suggestions[key],
    /** Replaces a rejected value with the accepted alternative. */
    takeSuggestion: (key: keyof Draft & string) => {
      set(key, suggestions[key] as Draft[typeof key]);
      form.setErrors(({ [key]: _, ...others }) => others);
      setSuggestions(({ [key]: _, ...others }) => others);
    },
    hasConflict,
    isSending,
    send,
    /** Ref of the element around the fields. */
    element,
    focusFirstError,
  };
}

/** Returns the first error below `key`, such as an error at 'steps.2.title', with the number of its row. */
function errorWithin(key: string, errors: FieldErrors): string | undefined {
  const path = Object.keys(errors).find((path) => path.startsWith(`${key}.`));
  if (!path) return undefined;
  const row = Number(path.split('.')[1]);
  return Number.isNaN(row) ? errors[path] : `Row ${row + 1}: ${errors[path]}`;
}
