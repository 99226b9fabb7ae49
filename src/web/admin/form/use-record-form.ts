import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';

import { fieldErrorsOf } from '~/web/lib/api-error';
import { dropDraft, saveDraft, takeDraft } from '~/web/lib/draft';
import { check, type FieldErrors, type Schema } from '~/web/lib/form-errors';
import { useUnsaved } from './leave-guard';
import { isConflict, suggestionsOf } from './record-errors';

/** Includes the version: input typed on an older one must not overwrite a newer one. */
export const recordDraftName = (noun: string, opened?: { id: number; updatedAt: string }) =>
  opened ? `${noun}:${opened.id}:${opened.updatedAt}` : `${noun}:new`;

/**
 * A form about one record: checked by the server's own rules, asked about before it is left with changes,
 * and never overwriting another admin's change without being told to.
 */
export function useRecordForm<Draft extends object>(options: {
  /** The key under which input is stored while it is saved, so that it is restored if the session has ended. */
  draftName: string;
  initial: Draft;
  schema: Schema<unknown>;
  /** Saves; fails with 409 if the record is newer than the opened one, unless `overwrite` is set. */
  save(draft: Draft, overwrite: boolean): Promise<void>;
  onFailed(error: unknown): void;
}) {
  const { draftName, initial, schema, save, onFailed } = options;
  const form = useForm<Draft>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    validate: (draft) => check(schema, draft).errors ?? {},
  });
  const { setValues } = form;
  /** For refused fields: the value that is to replace them. */
  const [suggestions, setSuggestions] = useState<FieldErrors>({});
  const [hasConflict, setConflict] = useState(false);
  const isSaved = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const isDirty = form.isDirty();
  const leaving = useUnsaved(() => isDirty && !isSaved.current);
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

  useEffect(() => {
    const draft = takeDraft<Draft>(draftName);
    if (draft) setValues(draft);
  }, [draftName, setValues]);

  const focusFirstError = () => {
    // After the errors are drawn.
    requestAnimationFrame(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };

  const send = async (draft: Draft, overwrite: boolean) => {
    setSuggestions({});
    isSaved.current = true;
    saveDraft(draftName, { values: draft });
    try {
      await save(draft, overwrite);
      setConflict(false);
    } catch (error) {
      isSaved.current = false;
      if (isConflict(error) && !overwrite) setConflict(true);
      setSuggestions(suggestionsOf(error));
      form.setErrors(fieldErrorsOf(error));
      focusFirstError();
      onFailed(error);
    } finally {
      dropDraft(draftName);
    }
  };

  const submit = (overwrite = false) => {
    if (!form.submitting) form.onSubmit((draft) => send(draft, overwrite), focusFirstError)();
  };

  /** Checks the form, and shows what is wrong. */
  const isValid = (): boolean => {
    const { hasErrors } = form.validate();
    if (hasErrors) focusFirstError();
    return !hasErrors;
  };

  const set = <Key extends keyof Draft & string>(key: Key, value: Draft[Key]) => {
    const next = { ...form.getValues(), [key]: value };
    setValues(next);
    // An error goes once its field is right; one that the server named, with the value that it refused.
    const paths = Object.keys(form.errors).filter((path) => isWithin(path, key));
    if (paths.length === 0) return;
    const wrong = check(schema, next).errors ?? {};
    setCorrected(({ of, paths: known }) => {
      const others = of === form.errors ? [...known].filter((path) => !isWithin(path, key)) : [];
      return {
        of: form.errors,
        paths: new Set([...others, ...paths.filter((path) => wrong[path] === undefined)]),
      };
    });
  };

  return {
    draft: form.values,
    set,
    /** The error of a field, by its name; of a list, the first of its rows. */
    errorOf: (key: string): string | undefined => errors[key] ?? errorWithin(key, errors),
    suggestionOf: (key: string) => suggestions[key],
    /** Takes the value that was offered for a refused field. */
    takeSuggestion: (key: keyof Draft & string) => {
      set(key, suggestions[key] as Draft[typeof key]);
      form.setErrors(({ [key]: _, ...others }) => others);
      setSuggestions(({ [key]: _, ...others }) => others);
    },
    errors,
    /** The errors of the last check, another object after each. */
    checked,
    isDirty,
    pending: form.submitting,
    isConflict: hasConflict,
    leaving,
    submit,
    isValid,
    formProps: {
      ref: element,
      noValidate: true as const,
      onSubmit: (event: { preventDefault(): void }) => {
        event.preventDefault();
        submit();
      },
    },
  };
}

const isWithin = (path: string, key: string) => path === key || path.startsWith(`${key}.`);

/** The first error below `key`, such as that of 'steps.2.title', with the number of its row. */
function errorWithin(key: string, errors: FieldErrors): string | undefined {
  const path = Object.keys(errors).find((path) => path.startsWith(`${key}.`));
  if (!path) return undefined;
  const row = Number(path.split('.')[1]);
  return Number.isNaN(row) ? errors[path] : `Row ${row + 1}: ${errors[path]}`;
}

export type RecordForm<Draft extends object> = ReturnType<typeof useRecordForm<Draft>>;
