import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import {
  type AllPageTexts,
  type AllSettings,
  type PageTextChange,
  type PageTextKey,
  type Preview,
  pageTextChangeSchema,
  pageTextKeys,
  type SettingChange,
  settingChangeSchema,
} from '~/contract/settings/settings-form-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { notifyDone, notifyFailed } from '~/web/admin/ui/notices';
import type { Schema } from '~/web/lib/form-errors';
import { useMutation } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { ConflictNotice } from './conflict-notice';
import { type FieldEntry, FieldList } from './field-list';
import { LeaveGuard } from './leave-guard';
import { useShowInPreview } from './preview-change';
import { MayChangeProvider, ReadOnly } from './read-only';
import { UnsavedNotice } from './unsaved-notice';
import { type RecordForm, useRecordForm } from './use-record-form';

type Key = (SettingChange | PageTextChange)['key'];

const isPageText = (key: Key): key is PageTextKey => pageTextKeys.some((one) => one === key);

// Both schemas are typed as `Schema`, because the compiler would otherwise compare the two large types.
const pageTextSchema: Schema<unknown> = pageTextChangeSchema;
const settingSchema: Schema<unknown> = settingChangeSchema;

/**
 * Returns the functions that read and save a setting. Page texts and the other settings have
 * different procedures and permissions.
 */
function useSettingApi(key: Key) {
  const { api, client } = useRouter().options.context;
  const can = useCan();
  const updateText = useMutation(api.admin.pageTexts.update.mutationOptions());
  const updateSetting = useMutation(api.admin.settings.update.mutationOptions());
  type Stored = AllSettings[keyof AllSettings] | AllPageTexts[keyof AllPageTexts];
  return isPageText(key)
    ? {
        mayChange: can('content.write'),
        schema: pageTextSchema,
        update: (change: object) => updateText.mutateAsync(change as PageTextChange),
        read: async (): Promise<Stored> => (await client.admin.pageTexts.get.query())[key],
      }
    : {
        mayChange: can('settings.write'),
        schema: settingSchema,
        update: (change: object) => updateSetting.mutateAsync(change as SettingChange),
        read: async (): Promise<Stored> => (await client.admin.settings.get.query())[key],
      };
}

interface Stored<Value> {
  value: Value;
  updatedAt: string | null;
}

interface SettingProps<Value, Draft extends object> {
  settingKey: Key;
  title: string;
  note?: string;
  /** Distinguishes several forms that change the same page text. */
  part?: string;
  setting: Stored<Value>;
  /** Converts the stored value to the draft. Defaults to the value itself. */
  draftOf?(value: Value): Draft;
  /** Converts the draft to the value to store. Defaults to the draft itself. */
  toValue?(draft: Draft): unknown;
  fields:
    | readonly FieldEntry<Draft>[]
    | ((form: RecordForm<Draft>) => readonly FieldEntry<Draft>[]);
}

/** Form of one setting, saved as a whole; other settings do not change. */
export function SettingForm<Value, Draft extends object = Value & object>(
  props: SettingProps<Value, Draft>,
) {
  const [version, setVersion] = useState(0);
  // Keeps the setting as it was when the form opened, so that a refetch does not change the input.
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

function Form<Value, Draft extends object>(
  props: SettingProps<Value, Draft> & {
    opened: Stored<Value>;
    onSaved(setting: Stored<Value>): void;
  },
) {
  const { api } = useRouter().options.context;
  const refresh = useRefresh();
  const { settingKey, opened, draftOf, toValue = (draft: Draft): unknown => draft } = props;
  const { mayChange, schema, update, read } = useSettingApi(settingKey);
  const change = (draft: Draft) => ({ key: settingKey, value: toValue(draft) });

  // A single text is one field, which shows the error itself.
  const isOneField = opened.value === null || typeof opened.value !== 'object';

  const form = useRecordForm<Draft>({
    keeping: `setting:${[settingKey, props.part].filter(Boolean).join(':')}`,
    initial: draftOf ? draftOf(opened.value) : (opened.value as unknown as Draft),
    schema: {
      safeParse: (draft) => {
        const checked = schema.safeParse(change(draft as Draft));
        if (checked.success) return checked;
        // The schema reports paths below `value`, while fields have their paths within the setting.
        const issues = checked.error.issues.map((issue) => ({
          ...issue,
          path: issue.path[0] === 'value' ? issue.path.slice(1) : issue.path,
        }));
        return { success: false, error: { issues } };
      },
    },
    save: async (draft, overwrite) => {
      const { updatedAt } = await update({
        ...change(draft),
        ...(!overwrite && { expectedUpdatedAt: opened.updatedAt }),
      });
      notifyDone('Settings saved');
      // Deletes the unsaved input before the form is remounted, because the form would restore it.
      form.unsaved.forget();
      props.onSaved({ value: toValue(draft) as Value, updatedAt });
      await Promise.all([refresh(), api.settings.invalidate()]);
    },
    onFailed: (error) => notifyFailed(error, 'Failed to save the settings'),
  });

  const showTheirs = async () => {
    try {
      const theirs = await read();
      form.unsaved.forget();
      props.onSaved(theirs as Stored<Value>);
    } catch (error) {
      // The input is discarded only after the other version was loaded.
      notifyFailed(error, 'Failed to load');
    }
  };

  useShowInPreview(
    settingKey,
    form.isDirty ? (change(form.draft) as Preview['change']) : undefined,
  );

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
          <UnsavedNotice unsaved={form.unsaved} />
          <MayChangeProvider value={mayChange}>
            <ReadOnly>
              <FieldList
                form={form}
                fields={typeof props.fields === 'function' ? props.fields(form) : props.fields}
              />
            </ReadOnly>
          </MayChangeProvider>
          {!isOneField && form.errors[''] && (
            <Text c="red" fz="sm" role="alert">
              {form.errors['']}
            </Text>
          )}
          {form.isConflict && (
            <ConflictNotice
              isSaving={form.pending}
              onSaveMine={() => void form.submit(true)}
              onShowTheirs={() => void showTheirs()}
            />
          )}
          {mayChange && (
            <Group>
              <Button type="submit" loading={form.pending} disabled={!form.isDirty}>
                Save
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      <LeaveGuard leaving={form.leaving} />
    </Paper>
  );
}
