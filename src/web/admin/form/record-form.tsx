import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { ConflictNotice } from './conflict-notice';
import { LeaveGuard } from './leave-guard';
import { useMayChange } from './read-only';
import { UnsavedNotice } from './unsaved-notice';
import type { RecordForm as Form } from './use-record-form';

/** The frame of a record's form: its buttons, and what is asked before something would be lost. */
export function RecordForm<Draft extends object>(props: {
  form: Form<Draft>;
  submitLabel: string;
  /** Leaves it without saving. */
  onClose(): void;
  /** Shows the other admin's version in place of what was typed. */
  onReload(): void;
  children: ReactNode;
  /** Beside the buttons, such as 'Delete'. */
  aside?: ReactNode;
}) {
  const { form, submitLabel } = props;
  const mayChange = useMayChange();
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <UnsavedNotice unsaved={form.unsaved} />
        {props.children}
        {/* The choice stands with the buttons, which stay in view however long the form is. */}
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
