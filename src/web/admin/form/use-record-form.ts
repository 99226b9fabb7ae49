import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';

import { errorStatusOf, fieldErrorsOf, suggestionsOf } from '~/web/lib/api-error';

type Errors = Record<string, string>;

/** What a zod schema can do. */
interface Checks {
  safeParse(
    values: unknown,
  ):
    | { success: true }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/**
 * A form about one record: checked by the server's own rules, asked about before it is left with changes,
 * and never overwriting another admin's change without being told to.
 */
export function useRecordForm<Draft extends object>(options: {
  initial: Draft;
  schema: Checks;
  /** Saves; refuses with 409 where the record is newer than the one that was opened, unless told to overwrite. */
  save(draft: Draft, overwrite: boolean): Promise<void>;
  onFailed(error: unknown): void;
}) {
  const { initial, schema, save, onFailed } = options;
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  /** For refused fields: the value that is to replace them. */
  const [suggestions, setSuggestions] = useState<Errors>({});
  const [pending, setPending] = useState(false);
  const [isConflict, setConflict] = useState(false);
  const isSaved = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);

  const leaving = useBlocker({
    shouldBlockFn: () => isDirty && !isSaved.current,
    enableBeforeUnload: () => isDirty && !isSaved.current,
    withResolver: true,
  });

  const fail = (found: Errors) => {
    setErrors(found);
    // After they are drawn: the first field that is wrong gets the focus.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };

  const submit = async (overwrite = false) => {
    if (pending) return;
    const checked = schema.safeParse(draft);
    if (!checked.success) {
      const found: Errors = {};
      for (const { path, message } of checked.error.issues) found[path.join('.')] ??= message;
      fail(found);
      return;
    }
    setErrors({});
    setSuggestions({});
    setPending(true);
    isSaved.current = true;
    try {
      await save(draft, overwrite);
      setConflict(false);
    } catch (error) {
      isSaved.current = false;
      const found = fieldErrorsOf(error);
      // A 409 that names a field is about what was typed there, and not about another's change.
      const isNamed = Object.keys(found).length > 0;
      if (errorStatusOf(error) === 409 && !isNamed && !overwrite) setConflict(true);
      setSuggestions(suggestionsOf(error));
      fail(found);
      onFailed(error);
    } finally {
      setPending(false);
    }
  };

  return {
    draft,
    set: <Key extends keyof Draft>(key: Key, value: Draft[Key]) =>
      setDraft((before) => ({ ...before, [key]: value })),
    /** What is wrong with a field, by its name. */
    errorOf: (key: string) => errors[key],
    suggestionOf: (key: string) => suggestions[key],
    /** Takes the value that was offered for a refused field. */
    takeSuggestion: (key: keyof Draft & string) => {
      setDraft((before) => ({ ...before, [key]: suggestions[key] }));
      setErrors(({ [key]: _, ...others }) => others);
      setSuggestions(({ [key]: _, ...others }) => others);
    },
    errors,
    isDirty,
    pending,
    isConflict,
    leaving,
    submit,
    formProps: {
      ref: form,
      noValidate: true as const,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

export type RecordForm<Draft extends object> = ReturnType<typeof useRecordForm<Draft>>;
