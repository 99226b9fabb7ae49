import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { type Draft, loadDraft, saveDraft } from './draft';
import { formIsLive } from './early-submit';
import { useWait, type Wait } from './use-wait';

export type Values = Record<string, string>;
export type FieldErrors = Record<string, string>;

interface Issue {
  path: PropertyKey[];
  message: string;
}

interface Schema<Parsed> {
  safeParse(
    values: unknown,
  ): { success: true; data: Parsed } | { success: false; error: { issues: Issue[] } };
}

export interface Attempt {
  /** The same for every attempt to send the same content. */
  key: string;
  filledInMs: number;
  /** Everything in the form, as typed. */
  values: Values;
}

interface SubmissionOptions<Parsed> {
  /** Names the draft that is kept while the form is not sent. */
  draftName: string;
  /** What it begins with where nothing was typed yet. */
  initial?: Values;
  /** Loaded when the form is first used, so that the rules weigh nothing on the first paint. */
  loadSchema(): Promise<Schema<Parsed>>;
  send(fields: Parsed, attempt: Attempt): Promise<unknown>;
  onSent(fields: Parsed): void;
  /** @returns errors that belong to fields; none where the failure is not theirs */
  onFailed(error: unknown): FieldErrors;
}

/**
 * A form of plain inputs that loses nothing: what was typed outlives an error, a lost connection and
 * a reload, and one intent is sent once, however often the button is pressed.
 */
export function useSubmission<Parsed>(options: SubmissionOptions<Parsed>): {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors;
  pending: boolean;
  /** Past a budget: when it may be sent again. */
  wait: Wait;
  formProps: { onSubmit(event: FormEvent): void; onInput(): void; noValidate: true };
} {
  const { draftName, loadSchema } = options;
  const form = useRef<HTMLFormElement>(null);
  const initial = useRef(options.initial);
  const draft = useRef<Draft>({ values: {} });
  const firstUseAt = useRef<number | undefined>(undefined);
  const sending = useRef(false);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { begin, ...wait } = useWait();

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    draft.current = loadDraft(draftName);
    restore(element, { ...initial.current, ...draft.current.values });
    formIsLive(element);
  }, [draftName]);

  const onInput = () => {
    firstUseAt.current ??= Date.now();
    void loadSchema().catch(() => undefined);
    if (form.current)
      draft.current = saveDraft(draftName, { ...draft.current, values: read(form.current) });
  };

  const fail = (next: FieldErrors) => {
    setErrors(next);
    const first = fieldNames(form.current).find((name) => next[name]);
    if (first) control(form.current, first)?.focus();
  };

  const submit = async () => {
    const element = form.current;
    if (!element || sending.current) return;
    sending.current = true;
    setPending(true);
    try {
      const values = read(element);
      const result = (await loadSchema()).safeParse(values);
      if (!result.success) return fail(firstByField(result.error.issues));
      setErrors({});
      const attempt = {
        ...nextAttempt(draft.current, values),
        filledInMs: Date.now() - (firstUseAt.current ?? Date.now()),
      };
      draft.current = saveDraft(draftName, { values, key: attempt.key, sent: attempt.sent });
      await options.send(result.data, { ...attempt, values });
      draft.current = saveDraft(draftName, { values: {} });
      firstUseAt.current = undefined;
      element.reset();
      options.onSent(result.data);
    } catch (error) {
      begin(error);
      fail(options.onFailed(error));
    } finally {
      sending.current = false;
      setPending(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return { form, errors, pending, wait, formProps: { onSubmit, onInput, noValidate: true } };
}

/** A new key where the content is new; the old one where the same content is sent again. */
function nextAttempt(draft: Draft, values: Values): { key: string; sent: string } {
  const sent = JSON.stringify(values);
  return draft.key && draft.sent === sent ? { key: draft.key, sent } : { key: newKey(), sent };
}

/** Not `crypto.randomUUID`, which plain http pages do not have. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function firstByField(issues: Issue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) errors[String(issue.path[0] ?? '')] ??= issue.message;
  return errors;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldNames(form: HTMLFormElement | null): string[] {
  return Array.from(form?.elements ?? [], (element) => (element as Control).name).filter(Boolean);
}

function control(form: HTMLFormElement | null, name: string): Control | null {
  return (form?.elements.namedItem(name) as Control | null) ?? null;
}

function read(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries);
}

/** Only into empty fields: text may have been typed before hydration. */
function restore(form: HTMLFormElement, values: Values) {
  for (const [name, value] of Object.entries(values)) {
    const element = control(form, name);
    if (element && element.value === '') element.value = value;
  }
}
