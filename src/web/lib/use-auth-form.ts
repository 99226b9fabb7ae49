import { type FormEvent, useEffect, useRef, useState } from 'react';

import { formIsLive } from '~/web/lib/early-submit';
import type { FieldErrors } from '~/web/lib/use-submission';

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
  loadSchema(): Promise<Schema<Parsed>>;
  send(fields: Parsed): Promise<unknown>;
  onFailed(error: unknown): FieldErrors;
}) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});

  useEffect(() => {
    if (form.current) formIsLive(form.current);
  }, []);

  const fail = (next: FieldErrors) => {
    setErrors(next);
    const names = Array.from(form.current?.elements ?? [], (one) => (one as HTMLInputElement).name);
    const first = names.find((name) => next[name]);
    const control = first ? form.current?.elements.namedItem(first) : null;
    if (control instanceof HTMLElement) control.focus();
  };

  const submit = async () => {
    if (!form.current || sending.current) return;
    sending.current = true;
    setPending(true);
    try {
      const values = Object.fromEntries(new FormData(form.current));
      const result = (await options.loadSchema()).safeParse(values);
      if (!result.success) {
        const found: FieldErrors = {};
        for (const { path, message } of result.error.issues) found[String(path[0])] ??= message;
        return fail(found);
      }
      setErrors({});
      await options.send(result.data);
    } catch (error) {
      fail(options.onFailed(error));
    } finally {
      sending.current = false;
      setPending(false);
    }
  };

  return {
    pending,
    errors,
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
