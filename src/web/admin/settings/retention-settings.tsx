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
        title="How long data is kept"
        note="The privacy policy prints these very periods."
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
        failed: 'The job could not be run',
        refresh: () => api.admin.settings.jobs.invalidate(),
      }),
    ),
  );

  return (
    <Paper withBorder p="lg" component="section" aria-label="The job that keeps to it">
      <Title order={2}>The job that keeps to it</Title>
      <Text fz="sm" mt="xs">
        It runs once a day, and deletes quotes and messages, mails, the log of changes and the trash
        when their time is over. Names of deleted clients leave documents that accounting no longer
        needs.
      </Text>
      <Group justify="space-between" mt="md">
        <Text fz="sm" c="dimmed">
          {last ? (
            <>
              Last run: <When at={last.finishedAt ?? last.startedAt} />. {last.result}
            </>
          ) : (
            'It has not run yet.'
          )}
        </Text>
        <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
          Run it now
        </Button>
      </Group>
    </Paper>
  );
}
