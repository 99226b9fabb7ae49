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
  /** Idempotency key, which is the same for every attempt to send the same content. */
  key: string;
  /** All values of the form, as typed. */
  values: Values;
}

interface DraftOptions {
  name: string;
  /**
   * When values are stored. `typing`: from the first input until the form is sent and emptied. `sending`: while a request
   * is in progress, for forms that may redirect to sign-in.
   */
  keptWhile: 'typing' | 'sending';
  /** Initial values of a form without a draft. */
  initial?: Values;
}

interface FormOptions<Parsed> {
  draft?: DraftOptions;
  /**
   * Loads the validation rules. It is called when the form is first used, so that the initial
   * scripts do not contain the rules.
   */
  loadSchema(): Promise<Schema<Parsed>>;
  send(fields: Parsed, attempt: Attempt): Promise<unknown>;
  onSent?(fields: Parsed): void;
  /** Text of the toast if the server sent no message. If omitted, there is no toast. */
  failureText?: string | ((error: unknown) => string);
  /** Called after a failure. @returns errors by field, in place of those from the server */
  onFailed?(error: unknown): FieldErrors | undefined;
}

/**
 * Form of plain inputs. Validates with the server's schema, allows only one request at a time, and
 * focuses the first error. Repeats a submit that came before hydration. With a draft, typed values
 * survive errors, lost connections and reloads.
 */
export function useForm<Parsed>(options: FormOptions<Parsed>): {
  errors: FieldErrors;
  pending: boolean;
  /** True if the last attempt failed for a reason that no field shows. */
  isUnsent: boolean;
  /** True if the form was sent before in this tab, and is shown again after a reload. */
  wasSent: boolean;
  /** Wait after a rate limit was exceeded. */
  wait: Wait;
  submit(): Promise<void>;
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    onSubmit(event: FormEvent): void;
    onInput(): void;
    noValidate: true;
    /** Keeps typed values out of the URL if the form is submitted before scripts have loaded. */
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
      // Only fills empty fields, because text may have been typed before hydration.
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
    // Loads the rules in advance. If this fails, submitting loads them again and shows the failure.
    void loadSchema().catch(() => undefined);
    prepareCalls();
    if (isTyped && form.current) save({ ...draft.current, values: read(form.current) });
  };

  const fail = (next: FieldErrors) => {
    setErrors(next);
    const first = fields(form.current).find(({ name }) => next[name]);
    first?.focus();
    // Selects a wrong code, because users type it again rather than correct it.
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
        // Moves the focus back to the button, which was disabled in the meantime.
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

/** Returns the previous key if the content is unchanged; otherwise a new key. */
function nextAttempt(draft: Draft, values: Values): { key: string; sent: string } {
  const sent = JSON.stringify(values);
  return draft.key && draft.sent === sent ? { key: draft.key, sent } : { key: newKey(), sent };
}

/**
 * Returns the controls that have a name, typed as inputs. Selects and text areas have the same members, except for
 * `select()`, which only code fields need.
 */
function fields(form: HTMLFormElement | null): HTMLInputElement[] {
  return Array.from(form?.elements ?? []).filter(
    (element): element is HTMLInputElement => (element as HTMLInputElement).name !== '',
  );
}

/** Returns the values of a form's fields by name. */
export function read(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) {
    // Joins the values of checkboxes in a group, with one line for each checked one.
    values[name] = name in values ? `${values[name]}\n${value}` : String(value);
  }
  return values;
}

/**
 * Sets the values of a form's fields.
 *
 * @param isFilled returns whether to set a field; not called for checkboxes
 */
export function fill(
  form: HTMLFormElement,
  values: Values,
  isFilled: (field: HTMLInputElement) => boolean,
) {
  for (const field of fields(form)) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (field.type === 'checkbox') field.checked ||= value.split('\n').includes(field.value);
    else if (isFilled(field)) {
      field.value = value;
      // The options of a select may not be loaded yet. `awaited` selects the option once they are.
      if (field.value !== value && field.matches('select')) field.dataset.awaited = value;
    }
  }
}
