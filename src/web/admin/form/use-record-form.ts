import { check, type Schema } from '~/web/lib/form-errors';
import { useUnsaved } from './leave-guard';
import { usePanelForm } from './use-panel-form';

/**
 * Form for one record that is saved with a button. Validates with the server's rules, asks for a
 * confirmation before changes are discarded, and overwrites another admin's change only after a
 * confirmation.
 */
export function useRecordForm<Draft extends object>(options: {
  keeping: string;
  initial: Draft;
  schema: Schema<unknown>;
  /** Adapts restored input to the fields that were not typed. */
  adapt?(restored: Draft, typed: Draft): Draft;
  /** Saves the record. Fails with 409 if the record is newer than the opened one, unless `overwrite` is set. */
  save(draft: Draft, overwrite: boolean): Promise<void>;
  onFailed(error: unknown): void;
}) {
  const { keeping, initial, schema, adapt, save, onFailed } = options;
  const edited = usePanelForm<Draft>({
    keeping,
    initial,
    adapt,
    validate: (draft) => check(schema, draft).errors ?? {},
  });
  const { form, unsaved, isDirty, reset, focusFirstError } = edited;
  // Does not ask for a confirmation while saving, because saving may close the form.
  const leaving = useUnsaved(() => form.isDirty() && !edited.isSending.current, unsaved.isStored);

  const send = async (draft: Draft, isOverwriting: boolean) => {
    const result = await edited.send(draft, () => save(draft, isOverwriting), { isOverwriting });
    if (result.isSaved) return;
    // The form shows the conflict and two choices, which a toast would cover.
    if (result.isConflict) return;
    focusFirstError();
    onFailed(result.error);
  };

  const submit = (overwrite = false) => {
    if (!form.submitting) form.onSubmit((draft) => send(draft, overwrite), focusFirstError)();
  };

  /** Validates the form, and shows its errors. */
  const isValid = (): boolean => {
    const { hasErrors } = form.validate();
    if (hasErrors) focusFirstError();
    return !hasErrors;
  };

  const { draft, set, change, errors, checked, errorOf, suggestionOf, takeSuggestion } = edited;
  return {
    draft,
    set,
    change,
    errors,
    checked,
    errorOf,
    suggestionOf,
    takeSuggestion,
    isDirty,
    reset,
    pending: form.submitting,
    isConflict: edited.hasConflict,
    leaving: {
      ...leaving,
      proceed: () => {
        unsaved.forget();
        leaving.proceed?.();
      },
    },
    unsaved,
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
