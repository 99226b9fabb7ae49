import { type FormEvent, useEffect, useRef, useState } from 'react';

import { loadDraft, saveDraft } from './draft';
import { formIsLive } from './early-submit';
import type { FieldErrors } from './use-submission';
import { useWait } from './use-wait';

interface Issue {
  path: PropertyKey[];
  message: string;
}

interface Schema<Parsed> {
  safeParse(
    values: unknown,
  ): { success: true; data: Parsed } | { success: false; error: { issues: Issue[] } };
}

/**
 * A form whose answer is shown at once: checked by the rules that the server has too, sent once at a
 * time, its first error given the focus. What is typed stays with the inputs.
 */
export function useAuthForm<Parsed>(options: {
  /** Names the stored draft, for users who have to sign in first. */
  draftName?: string;
  loadSchema(): Promise<Schema<Parsed>>;
  send(fields: Parsed): Promise<unknown>;
  onFailed(error: unknown): FieldErrors;
}) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { begin, ...wait } = useWait();

  const { draftName } = options;

  useEffect(() => {
    if (!form.current) return;
    if (draftName) bringBack(draftName, form.current);
    formIsLive(form.current);
  }, [draftName]);

  const fail = (next: FieldErrors) => {
    setErrors(next);
    const names = Array.from(form.current?.elements ?? [], (one) => (one as HTMLInputElement).name);
    const first = names.find((name) => next[name]);
    const control = first ? form.current?.elements.namedItem(first) : null;
    if (!(control instanceof HTMLElement)) return;
    control.focus();
    // A wrong code is typed anew, not mended.
    if (control instanceof HTMLInputElement && control.autocomplete === 'one-time-code')
      control.select();
  };

  const submit = async () => {
    if (!form.current || sending.current) return;
    sending.current = true;
    setPending(true);
    try {
      const values = Object.fromEntries(new FormData(form.current)) as Record<string, string>;
      if (draftName) saveDraft(draftName, { values });
      const result = (await options.loadSchema()).safeParse(values);
      if (!result.success) {
        const found: FieldErrors = {};
        for (const { path, message } of result.error.issues) found[String(path[0])] ??= message;
        return fail(found);
      }
      setErrors({});
      await options.send(result.data);
    } catch (error) {
      begin(error);
      fail(options.onFailed(error));
    } finally {
      if (draftName) saveDraft(draftName, { values: {} });
      sending.current = false;
      setPending(false);
    }
  };

  return {
    pending,
    errors,
    /** Past a budget: when it may be sent again. */
    wait,
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

/** What was being sent when the page had to be left; it is there once. */
function bringBack(draftName: string, form: HTMLFormElement) {
  for (const [name, value] of Object.entries(loadDraft(draftName).values)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.value = value;
  }
  saveDraft(draftName, { values: {} });
}
