import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import type { AllSettings, SettingChange } from '~/contract/settings/settings-form-schema';
import { settingChangeSchema } from '~/contract/settings/settings-form-schema';
import { ConflictNotice } from '~/web/admin/form/conflict-notice';
import { LeaveGuard } from '~/web/admin/form/leave-guard';
import { type RecordForm, useRecordForm } from '~/web/admin/form/use-record-form';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';

type Key = SettingChange['key'];

/** One setting, changed and saved as a whole; the others are not touched. */
export function SettingForm<Draft extends object>(props: {
  settingKey: Key;
  title: string;
  note?: string;
  setting: { value: unknown; updatedAt: string | null };
  draftOf(value: never): Draft;
  toValue(draft: Draft): unknown;
  children(form: RecordForm<Draft>): ReactNode;
}) {
  const [version, setVersion] = useState(0);
  // The setting as opened, so that a refetch does not change the input.
  const [opened, setOpened] = useState(props.setting);
  return (
    <Form
      {...props}
      key={version}
      opened={opened}
      onSaved={(setting) => {
        setOpened(setting);
        setVersion((before) => before + 1);
      }}
    />
  );
}

function Form<Draft extends object>(props: {
  settingKey: Key;
  title: string;
  note?: string;
  setting: { value: unknown; updatedAt: string | null };
  opened: { value: unknown; updatedAt: string | null };
  draftOf(value: never): Draft;
  toValue(draft: Draft): unknown;
  onSaved(setting: { value: unknown; updatedAt: string | null }): void;
  children(form: RecordForm<Draft>): ReactNode;
}) {
  const { api, client } = useRouter().options.context;
  const { settingKey, opened, toValue } = props;
  const update = useMutation(api.admin.settings.update.mutationOptions());
  const change = (draft: Draft) => ({ key: settingKey, value: toValue(draft) }) as SettingChange;

  // A single text has one field, which says itself what is wrong with it.
  const isOneField = opened.value === null || typeof opened.value !== 'object';

  const form = useRecordForm<Draft>({
    draftName: `setting:${settingKey}:${opened.updatedAt}`,
    initial: props.draftOf(opened.value as never),
    schema: {
      safeParse: (draft) => {
        const checked = settingChangeSchema.safeParse(change(draft as Draft));
        if (checked.success) return checked;
        // A field is called what it is called within the setting.
        const issues = checked.error.issues.map((issue) => ({
          ...issue,
          path: issue.path[0] === 'value' ? issue.path.slice(1) : issue.path,
        }));
        return { success: false, error: { issues } };
      },
    },
    save: async (draft, overwrite) => {
      const { updatedAt } = await update.mutateAsync({
        ...change(draft),
        ...(!overwrite && { expectedUpdatedAt: opened.updatedAt }),
      });
      notifyDone('Settings saved');
      props.onSaved({ value: toValue(draft), updatedAt });
      await Promise.all([api.admin.settings.invalidate(), api.settings.invalidate()]);
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the settings'),
  });

  const showTheirs = async () => {
    try {
      const all = await client.admin.settings.get.query();
      props.onSaved(all[settingKey as keyof AllSettings]);
    } catch (error) {
      // The input is discarded only once the other version has loaded.
      notifyFailed(error, 'This could not be loaded');
    }
  };

  return (
    <Paper withBorder p="lg" component="section" aria-label={props.title}>
      <form {...form.formProps}>
        <Title order={2}>{props.title}</Title>
        {props.note && (
          <Text c="dimmed" fz="sm">
            {props.note}
          </Text>
        )}
        <Stack gap="md" mt="md">
          {props.children(form)}
          {!isOneField && form.errors[''] && (
            <Text c="red" fz="sm" role="alert">
              {form.errors['']}
            </Text>
          )}
          {form.isConflict && (
            <ConflictNotice
              onSaveMine={() => void form.submit(true)}
              onShowTheirs={() => void showTheirs()}
            />
          )}
          <Group>
            <Button type="submit" loading={form.pending} disabled={!form.isDirty}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
      <LeaveGuard leaving={form.leaving} />
    </Paper>
  );
}
