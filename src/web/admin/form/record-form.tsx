import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { ConflictNotice } from './conflict-notice';
import { LeaveGuard } from './leave-guard';
import { useMayChange } from './read-only';
import { discardInput, UnsavedNotice } from './unsaved-notice';
import type { RecordForm as Form } from './use-record-form';

/**
 * Frame of a record's form: buttons, and confirmations before input is lost. On a page, a form
 * without a summary shows its buttons only while there are changes.
 */
export function RecordForm<Draft extends object>(props: {
  form: Form<Draft>;
  submitLabel: string;
  /** Closes the form without saving; omitted on a page. */
  onClose?(): void;
  /** Discards the input and loads the other admin's version. */
  onReload(): void;
  children: ReactNode;
  /** Content next to the buttons, such as 'Delete'. */
  aside?: ReactNode;
  /**
   * Summary of a form on a page. It stays visible beside the fields, together with the buttons; on
   * phones, in a bar below the fields.
   */
  summary?: ReactNode;
  /** Button that is used more often than the one that saves. */
  primary?: ReactNode;
}) {
  const { form, submitLabel, summary, primary, onClose } = props;
  const mayChange = useMayChange();
  // Shows the conflict next to the buttons, which stay visible in a long form.
  const conflict = form.isConflict && (
    <ConflictNotice
      isSaving={form.pending}
      onSaveMine={() => void form.submit(true)}
      onShowTheirs={() => {
        form.unsaved.forget();
        props.onReload();
      }}
    />
  );
  const submit = mayChange && (
    <Button type="submit" variant={primary ? 'default' : 'filled'} loading={form.pending}>
      {submitLabel}
    </Button>
  );
  const fields = (
    <>
      <UnsavedNotice unsaved={form.unsaved} />
      {props.children}
    </>
  );
  if (summary) {
    return (
      <form {...form.formProps} className="record-columns record-form">
        <Stack gap="lg" miw={0}>
          {fields}
        </Stack>
        <aside className="record-summary" aria-label="Summary">
          {conflict}
          {summary}
          <div className="record-buttons">
            {primary}
            {submit}
            {props.aside}
          </div>
        </aside>
        <LeaveGuard leaving={form.leaving} />
      </form>
    );
  }
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        {fields}
        {(onClose || form.isDirty) && (
          <Stack gap="sm" className={onClose ? 'form-foot' : 'record-save'}>
            {conflict}
            <Group justify="space-between">
              <Group gap="xs">
                {submit}
                <Button
                  variant="subtle"
                  color="gray"
                  onClick={onClose ?? (() => discardInput(form.unsaved))}
                >
                  {mayChange ? 'Cancel' : 'Close'}
                </Button>
              </Group>
              {props.aside}
            </Group>
          </Stack>
        )}
      </Stack>
      <LeaveGuard leaving={form.leaving} />
    </form>
  );
}
