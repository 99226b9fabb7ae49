import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { deleted } from '~/web/admin/ui/notices';
import { toast } from '~/web/ui/toast-store';
import { ConflictNotice } from './conflict-notice';
import { LeaveGuard } from './leave-guard';
import { useMayChange } from './read-only';
import { UnsavedNotice } from './unsaved-notice';
import type { RecordForm as Form } from './use-record-form';

/**
 * Frame of a record's form: its buttons, and confirmations before input is lost. On a page, which is not closed, it has buttons
 * only while there are changes.
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
}) {
  const { form, submitLabel, onClose } = props;
  const mayChange = useMayChange();
  const discard = () => toast(deleted('Draft discarded', form.unsaved.discard()));
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        <UnsavedNotice unsaved={form.unsaved} />
        {props.children}
        {/* The choice is next to the buttons, which are always visible in a long form. */}
        {(onClose || form.isDirty) && (
          <Stack gap="sm" className={onClose ? 'form-foot' : 'record-save'}>
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
                <Button variant="subtle" color="gray" onClick={onClose ?? discard}>
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
