import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { failureToast, offerReload } from '~/web/ui/failure-toast';
import { errorReasonOf, fieldErrorsOf } from './api-error';
import { type Draft, dropDraft, loadDraft, saveDraft, takeDraft } from './draft';
import { formIsLive } from './early-submit';
import { forgetFailedImports, importOnline, needsReload } from './failed-imports';
import { check, type FieldErrors, type Schema } from './form-errors';
import { prepareCalls } from './late-calls';
import { newKey } from './new-key';
import { useWait, type Wait } from './use-wait';

type Values = Record<string, string>;

export interface Attempt {
  /** The same for every attempt to send the same content. */
  key: string;
  /** Everything in the form, as typed. */
  values: Values;
}

interface DraftOptions {
  name: string;
  /**
   * `typing`: from the first input until it is sent; then the form is emptied. `sending`: while a request is
   * on its way, for forms that are left in the middle of it to sign in.
   */
  keptWhile: 'typing' | 'sending';
  /** The values of a form without a draft. */
  initial?: Values;
}

interface FormOptions<Parsed> {
  draft?: DraftOptions;
  /** Called when the form is first used, so that the rules weigh nothing on the first paint. */
  loadSchema(): Promise<Schema<Parsed>>;
  send(fields: Parsed, attempt: Attempt): Promise<unknown>;
  onSent?(fields: Parsed): void;
  /** Shown as a toast where the server gave no message; no toast without it. */
  failureText?: string | ((error: unknown) => string);
  /** @returns errors by field, in place of those that the server named */
  onFailed?(error: unknown): FieldErrors | undefined;
}

/**
 * A form of plain inputs: checked by the server's own schema, sent once at a time, with the focus on its first error.
 * A submit before hydration is made up for. With a draft, what was typed survives an error, a lost connection and a reload.
 */
export function useForm<Parsed>(options: FormOptions<Parsed>): {
  errors: FieldErrors;
  pending: boolean;
  /** The last attempt failed, by nothing that a field says. */
  isUnsent: boolean;
  /** The form was sent before in this tab, and is shown again after a reload. */
  wasSent: boolean;
  /** Past a rate limit: until when it must not be sent. */
  wait: Wait;
  submit(): Promise<void>;
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit(event: FormEvent): void;
    onInput(): void;
    noValidate: true;
    /** Of a page whose scripts do not run: what was typed must not become a part of an address. */
    method: 'post';
    action: '/without-scripts';
  };
} {
  const { failureText } = options;
  const schema = useRef<Schema<Parsed>>(undefined);
  const loadSchema = async () => {
    schema.current ??= await importOnline(options.loadSchema);
    return schema.current;
  };
  const draftName = options.draft?.name;
  const isTyped = options.draft?.keptWhile === 'typing';
  const form = useRef<HTMLFormElement>(null);
  const initial = useRef(options.draft?.initial);
  const draft = useRef<Draft>({ values: {} });
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isUnsent, setUnsent] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const { begin, ...wait } = useWait();
  const failure = useRef<{ dismiss(): void }>(undefined);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    if (draftName && isTyped) {
      draft.current = loadDraft(draftName);
      setWasSent(draft.current.isSent === true);
      // Only into empty fields: text may have been typed before hydration.
      fill(element, { ...initial.current, ...draft.current.values }, (field) => field.value === '');
    } else if (draftName) {
      fill(element, takeDraft<Values>(draftName) ?? {}, () => true);
    }
    formIsLive(element);
  }, [draftName, isTyped]);

  const save = (next: Draft) => {
    draft.current = next;
    if (draftName) saveDraft(draftName, next);
  };

  const onInput = () => {
    // Ahead of the need: submitting loads it again and shows what fails.
    void loadSchema().catch(() => undefined);
    prepareCalls();
    if (isTyped && form.current) save({ ...draft.current, values: read(form.current) });
  };

  const fail = (next: FieldErrors) => {
    setErrors(next);
    const first = fields(form.current).find(({ name }) => next[name]);
    first?.focus();
    // A wrong code is typed anew, not corrected.
    if (first?.autocomplete === 'one-time-code') first.select();
  };

  const submit = async () => {
    const element = form.current;
    if (!element || sending.current) return;
    sending.current = true;
    setPending(true);
    setUnsent(false);
    forgetFailedImports();
    const pressed = document.activeElement;
    try {
      const values = read(element);
      const checked = check(await loadSchema(), values);
      if (checked.errors) return fail(checked.errors);
      setErrors({});
      const attempt = nextAttempt(draft.current, values);
      save({ values, ...attempt });
      await options.send(checked.data, { key: attempt.key, values });
      failure.current?.dismiss();
      if (isTyped) {
        save({ values: {}, isSent: true });
        element.reset();
      }
      options.onSent?.(checked.data);
    } catch (error) {
      begin(error);
      const refused = options.onFailed?.(error) ?? fieldErrorsOf(error);
      if (needsReload()) offerReload(() => draftName && saveDraft(draftName, draft.current));
      else if (failureText) {
        const text = typeof failureText === 'function' ? failureText(error) : failureText;
        failure.current = failureToast(error, text, errorReasonOf);
      }
      fail(refused);
      if (Object.keys(refused).length === 0) {
        setUnsent(true);
        // The button was off meanwhile, and so lost the focus.
        setTimeout(() => {
          if (document.activeElement === document.body) (pressed as HTMLElement | null)?.focus();
        });
      }
    } finally {
      if (draftName && !isTyped) dropDraft(draftName);
      sending.current = false;
      setPending(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return {
    errors,
    pending,
    isUnsent,
    wasSent,
    wait,
    submit,
    formProps: {
      ref: form,
      onSubmit,
      onInput,
      noValidate: true,
      method: 'post',
      action: '/without-scripts',
    },
  };
}

/** A new key where the content is new; the old one where the same content is sent again. */
function nextAttempt(draft: Draft, values: Values): { key: string; sent: string } {
  const sent = JSON.stringify(values);
  return draft.key && draft.sent === sent ? { key: draft.key, sent } : { key: newKey(), sent };
}

/** Controls with a name, typed as inputs: selects and text areas share what is used here, except `select()`, which only code fields need. */
function fields(form: HTMLFormElement | null): HTMLInputElement[] {
  return Array.from(form?.elements ?? []).filter(
    (element): element is HTMLInputElement => (element as HTMLInputElement).name !== '',
  );
}

function read(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) {
    // Boxes of one group: a line for each that is ticked.
    values[name] = name in values ? `${values[name]}\n${value}` : String(value);
  }
  return values;
}

function fill(
  form: HTMLFormElement,
  values: Values,
  isFilled: (field: HTMLInputElement) => boolean,
) {
  for (const field of fields(form)) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (field.type === 'checkbox') field.checked ||= value.split('\n').includes(field.value);
    else if (isFilled(field)) field.value = value;
  }
}
