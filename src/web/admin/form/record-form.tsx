import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { ConflictNotice } from './conflict-notice';
import { LeaveGuard } from './leave-guard';
import { useMayChange } from './read-only';
import { UnsavedNotice } from './unsaved-notice';
import type { RecordForm as Form } from './use-record-form';

/** Frame of a record's form: its buttons, and confirmations before input is lost. */
export function RecordForm<Draft extends object>(props: {
  form: Form<Draft>;
  submitLabel: string;
  /** Closes the form without saving. */
  onClose(): void;
  /** Discards the input and loads the other admin's version. */
  onReload(): void;
  children: ReactNode;
  /** Content next to the buttons, such as 'Delete'. */
  aside?: ReactNode;
}) {
  const { form, submitLabel } = props;
  const mayChange = useMayChange();
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <UnsavedNotice unsaved={form.unsaved} />
        {props.children}
        {/* The choice is next to the buttons, which are always visible in a long form. */}
        <Stack gap="sm" className="form-foot">
          {form.isConflict && (
            <ConflictNotice
              isSaving={form.pending}
              onSaveMine={() => void form.submit(true)}
              onShowTheirs={() => {
                form.unsaved.forget();
                props.onReload();
              }}
            />
          )}
          <Group justify="space-between">
            <Group gap="xs">
              {mayChange && (
                <Button type="submit" loading={form.pending}>
                  {submitLabel}
                </Button>
              )}
              <Button variant="subtle" color="gray" onClick={props.onClose}>
                {mayChange ? 'Cancel' : 'Close'}
              </Button>
            </Group>
            {props.aside}
          </Group>
        </Stack>
      </Stack>
      <LeaveGuard leaving={form.leaving} />
    </form>
  );
}
