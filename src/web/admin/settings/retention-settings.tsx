import { Button, Group, NumberInput, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AllSettings } from '~/contract/settings/settings-form-schema';
import type { Retention } from '~/contract/settings/settings-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { DeadMails } from './dead-mails';

/** Retention periods, which the privacy policy prints and a job applies. */
export function RetentionSettings({ settings }: { settings: AllSettings }) {
  return (
    <>
      <SettingForm
        settingKey="retention"
        title="Data retention"
        note="The privacy policy shows these periods."
        setting={settings.retention}
        draftOf={(retention: Retention) => retention}
        toValue={(draft) => draft}
      >
        {(form) => {
          const period = (key: keyof Retention, label: string, unit: string) => (
            <NumberInput
              label={label}
              suffix={` ${unit}`}
              min={1}
              allowDecimal={false}
              value={form.draft[key]}
              error={form.errorOf(key)}
              onChange={(value) => form.set(key, Number(value))}
            />
          );
          return (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {period('usageDataMonths', 'Usage data', 'months')}
              {period('supportMonths', 'Quotes and messages', 'months')}
              {period('accountingYears', 'Documents of deleted clients', 'years')}
              {period('privacyReplyDays', 'Replies about data', 'days')}
            </SimpleGrid>
          );
        }}
      </SettingForm>
      <RetentionJob />
      <DeadMails />
    </>
  );
}

function RetentionJob() {
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.admin.settings.jobs.queryOptions());
  const last = data?.find(({ name }) => name === 'retention');

  const run = useMutation(
    api.admin.settings.runRetention.mutationOptions(
      outcome({
        done: ({ result }) => success(result),
        failed: 'Failed to run the clean-up',
        refresh: () => api.admin.settings.jobs.invalidate(),
      }),
    ),
  );

  return (
    <Paper withBorder p="lg" component="section" aria-label="Automatic clean-up">
      <Title order={2}>Automatic clean-up</Title>
      <Text fz="sm" mt="xs">
        Runs daily. It deletes expired quotes, messages, emails, audit log entries and trash, and
        removes names of deleted clients from documents that accounting no longer needs.
      </Text>
      <Group justify="space-between" mt="md">
        <Text fz="sm" c="dimmed">
          {last ? (
            <>
              Last run: <When at={last.finishedAt ?? last.startedAt} />. {last.result}
            </>
          ) : (
            'Not run yet.'
          )}
        </Text>
        <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
          Run now
        </Button>
      </Group>
    </Paper>
  );
}
