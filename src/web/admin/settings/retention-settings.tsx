import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { DeadMails } from './dead-mails';

const period = { kind: 'number', min: 1 } as const;

/** Form for retention periods, which the privacy policy contains and a job applies. */
export function RetentionSettings({ settings }: { settings: AllSettings }) {
  return (
    <>
      <SettingForm
        settingKey="retention"
        title="Data retention"
        note="The privacy policy shows these periods."
        setting={settings.retention}
        fields={[
          [
            { ...period, name: 'usageDataMonths', label: 'Usage data', suffix: ' months' },
            { ...period, name: 'supportMonths', label: 'Quotes and messages', suffix: ' months' },
          ],
          [
            {
              ...period,
              name: 'accountingYears',
              label: 'Documents of deleted clients',
              suffix: ' years',
            },
            { ...period, name: 'privacyReplyDays', label: 'Replies about data', suffix: ' days' },
          ],
        ]}
      />
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
