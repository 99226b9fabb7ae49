import { check, type Schema } from '~/web/lib/form-errors';
import { useUnsaved } from './leave-guard';
import { useDraft } from './use-draft';
import { type Keeping, useKeptTyping } from './use-kept-typing';

/** Includes the version: input typed on an older one must not overwrite a newer one. */
export const recordDraftName = (noun: string, opened?: { id: number; updatedAt: string }) =>
  opened ? `${noun}:${opened.id}:${opened.updatedAt}` : `${noun}:new`;

/** What is typed outlives the tab, and is brought back on the version that it was typed on. */
export const keepingOf = (noun: string, opened?: { id: number; updatedAt: string }): Keeping => ({
  name: `${noun}:${opened?.id ?? 'new'}`,
  version: opened?.updatedAt ?? '',
});

/**
 * A form about one record, saved by a button: checked by the server's own rules, asked about before it is left with changes,
 * and never overwriting another admin's change without being told to.
 */
export function useRecordForm<Draft extends object>(options: {
  /** The key under which input is stored while it is saved, so that it is restored if the session has ended. */
  draftName: string;
  /** For long texts: what is typed is kept in the browser until it is saved or discarded. */
  keeping?: Keeping;
  initial: Draft;
  schema: Schema<unknown>;
  /** Saves; fails with 409 if the record is newer than the opened one, unless `overwrite` is set. */
  save(draft: Draft, overwrite: boolean): Promise<void>;
  onFailed(error: unknown): void;
}) {
  const { draftName, initial, schema, save, onFailed } = options;
  const edited = useDraft<Draft>({
    name: draftName,
    initial,
    validate: (draft) => check(schema, draft).errors ?? {},
  });
  const { form, focusFirstError } = edited;
  const typing = useKeptTyping<Draft>(options.keeping, {
    draft: form.values,
    isDirty: form.isDirty(),
    initial,
    change: edited.change,
  });
  // While it is saved, too: the save itself may close the form.
  const leaving = useUnsaved(() => form.isDirty() && !edited.isSending.current, typing.isKept);

  const send = async (draft: Draft, isOverwriting: boolean) => {
    const result = await edited.send(draft, () => save(draft, isOverwriting), { isOverwriting });
    if (result.isSaved) return typing.forget();
    // The form says it, with what can be done: a message over it would cover the choice.
    if (result.isConflict) return;
    focusFirstError();
    onFailed(result.error);
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

  const { draft, set, errors, checked, errorOf, suggestionOf, takeSuggestion } = edited;
  return {
    draft,
    set,
    errors,
    checked,
    errorOf,
    suggestionOf,
    takeSuggestion,
    isDirty: form.isDirty(),
    pending: form.submitting,
    isConflict: edited.hasConflict,
    leaving: {
      ...leaving,
      proceed: () => {
        typing.forget();
        leaving.proceed?.();
      },
    },
    typing,
    submit,
    isValid,
    formProps: {
      ref: edited.element,
      noValidate: true as const,
      onSubmit: (event: { preventDefault(): void }) => {
        event.preventDefault();
        submit();
      },
    },
  };
}

export type RecordForm<Draft extends object> = ReturnType<typeof useRecordForm<Draft>>;
