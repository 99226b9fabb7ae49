import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { LeaveGuard } from './leave-guard';
import type { RecordForm as Form } from './use-record-form';

/** The frame of a record's form: its buttons, and what is asked before something would be lost. */
export function RecordForm<Draft extends object>(props: {
  form: Form<Draft>;
  submitLabel: string;
  onCancel(): void;
  /** Shows what somebody else saved, in place of what was typed. */
  onReload(): void;
  children: ReactNode;
  /** Beside the buttons, such as 'Delete'. */
  aside?: ReactNode;
}) {
  const { form, submitLabel } = props;
  return (
    <form {...form.formProps}>
      <Stack gap="md">
        {props.children}
        {form.isConflict && (
          <Alert
            color="yellow"
            variant="light"
            title="Somebody changed this meanwhile"
            role="alert"
          >
            <Text fz="sm" mb="sm">
              What you typed is still here. Save it over theirs, or look at theirs first: then what
              you typed is dropped.
            </Text>
            <Group gap="xs">
              <Button size="xs" onClick={() => void form.submit(true)}>
                Save mine
              </Button>
              <Button size="xs" variant="default" onClick={props.onReload}>
                Show theirs
              </Button>
            </Group>
          </Alert>
        )}
        <Group justify="space-between" className="form-foot">
          <Group gap="xs">
            <Button type="submit" loading={form.pending}>
              {submitLabel}
            </Button>
            <Button variant="subtle" color="gray" onClick={props.onCancel}>
              Cancel
            </Button>
          </Group>
          {props.aside}
        </Group>
      </Stack>
      <LeaveGuard leaving={form.leaving} />
    </form>
  );
}
