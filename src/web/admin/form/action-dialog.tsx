import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { check, type FieldErrors, type Schema } from '~/web/lib/form-errors';
import { newKey } from '~/web/lib/new-key';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import type { ToastContent } from '~/web/ui/toast-store';
import { type FieldEntry, FieldList, type FormOfFields } from './field-list';
import { UnsavedNotice } from './unsaved-notice';
import { usePanelForm } from './use-panel-form';

export interface ActionOutcome<Draft, Output> {
  done?: ToastContent | ((output: Output, sent: Draft) => ToastContent);
  /** Message if the server sent none. */
  failed?: string;
  /** Called on success, instead of closing the dialog. */
  onDone?(output: Output, sent: Draft): void;
}

interface ActionProps<Draft extends object, Input, Output> {
  title: string;
  /** Width of the dialog, such as 'lg'. */
  size?: string | ((draft: Draft) => string);
  /** Label of the button that performs the action. */
  submitLabel: string | ((draft: Draft) => string);
  /** True for a destructive action: the button is red, and a confirmation focuses Cancel. */
  isDangerous?: boolean;
  /** Returns whether the action can be performed. Otherwise, its button is disabled. */
  isReady?(draft: Draft): boolean;
  /** Initial values of the fields. */
  initial?: Draft;
  fields?:
    | readonly FieldEntry<Draft>[]
    | ((form: FormOfFields<Draft> & { errors: FieldErrors }) => readonly FieldEntry<Draft>[]);
  /** Schema that validates the input before it is sent. */
  schema?: Schema<unknown>;
  /** Returns the input of the call. @param key the same for every attempt in this dialog */
  input(draft: Draft, key: string): Input;
  mutation: { mutationFn(input: Input): Promise<Output> };
  outcome?: ActionOutcome<Draft, Output>;
  /** Returns the fields that an error concerns. */
  errorsOf?(error: unknown): FieldErrors;
  /** Name under which unsent input is stored until it is sent or discarded. */
  keepAs?: string;
  onClose(): void;
  /** Additional buttons between Cancel and the action. */
  aside?: ReactNode;
  /** Explanation above the fields. */
  children?: ReactNode;
}

/**
 * Dialog for one action. Validates the fields, and allows only one request at a time. Shows errors
 * at their fields, shows other failures as a toast, and closes on success.
 */
export function ActionDialog<Draft extends object, Input, Output>(
  props: ActionProps<Draft, Input, Output>,
) {
  const { title, submitLabel, isDangerous, schema, input, onClose, keepAs } = props;
  const { done, failed, onDone = onClose } = props.outcome ?? {};
  const { errorsOf = fieldErrorsOf } = props;
  const [key] = useState(newKey);
  const [initial] = useState(() => props.initial ?? ({} as Draft));
  const edited = usePanelForm<Draft>({
    keeping: keepAs,
    initial,
    validate: (draft) => (schema && check(schema, input(draft, key)).errors) ?? {},
    errorsOf,
  });
  const { form, draft, change, errors, errorOf, element, unsaved } = edited;
  const { mutateAsync } = useMutation({
    mutationFn: (values: Draft) => props.mutation.mutationFn(input(values, key)),
    ...outcome<Output, Draft>({
      ...(done && { done }),
      onDone: (output, sent) => {
        unsaved.forget();
        onDone(output, sent);
      },
      failed: (error) => {
        if (failed && Object.keys(errorsOf(error)).length === 0) notifyFailed(error, failed);
      },
    }),
  });

  /** Focuses the first error. Errors without a field are shown as a toast. */
  const showErrors = (wrong: FieldErrors) => {
    requestAnimationFrame(() => {
      const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      invalid?.focus();
      const isShown = invalid ?? element.current?.querySelector('[role="alert"]');
      const [message] = Object.values(wrong);
      if (!isShown && message) notifyFailed(undefined, message);
    });
  };
  const submit = async (values: Draft) => {
    const result = await edited.send(values, () => mutateAsync(values));
    if (!result.isSaved) showErrors(errorsOf(result.error));
  };
  const fields =
    typeof props.fields === 'function'
      ? props.fields({ draft, change, errorOf, errors })
      : (props.fields ?? []);
  const isQuestion = fields.length === 0;
  const isReady = props.isReady?.(draft) ?? true;
  const size = typeof props.size === 'function' ? props.size(draft) : props.size;
  return (
    <Dialog onClose={onClose} title={title} centered {...(size && { size })}>
      <form
        ref={element}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          // In React, the event would also bubble to the form that contains the dialog.
          event.stopPropagation();
          if (!form.submitting && isReady)
            form.onSubmit(submit, (wrong) => showErrors(wrong as FieldErrors))();
        }}
      >
        <Stack gap="md">
          <UnsavedNotice unsaved={unsaved} />
          {props.children}
          <FieldList form={{ draft, change, errorOf }} fields={fields} isFocused />
          {errors[''] && (
            <Text c="red" fz="sm" role="alert">
              {errors['']}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={onClose}
              {...(isQuestion && isDangerous && { 'data-autofocus': true })}
            >
              Cancel
            </Button>
            {props.aside}
            <Button
              type="submit"
              loading={form.submitting}
              disabled={!isReady}
              {...(isDangerous && { color: 'red' })}
              {...(isQuestion && !isDangerous && { 'data-autofocus': true })}
            >
              {typeof submitLabel === 'function' ? submitLabel(draft) : submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
