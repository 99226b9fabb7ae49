import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';

/** Lists emails that no server accepted, with the reason and a button that retries. */
export function DeadMails() {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.settings.deadMails.queryOptions());

  const retry = useMutation(
    api.admin.settings.retryMail.mutationOptions(
      outcome({
        done: success('Email queued again'),
        failed: 'Failed to retry the email',
      }),
    ),
  );

  return (
    <Paper withBorder p="lg" component="section" aria-label="Emails that could not be sent">
      <Title order={2}>Emails that could not be sent</Title>
      <Stack gap="sm" mt="md">
        <Loaded query={query}>
          {(mails) =>
            mails.length === 0 ? (
              <Text c="dimmed" fz="sm">
                None. All emails were sent.
              </Text>
            ) : (
              mails.map((mail) => (
                <Group key={mail.id} justify="space-between" align="flex-start" wrap="nowrap">
                  <div>
                    <Text fz="sm">{mail.subject}</Text>
                    <Text c="dimmed" fz="xs">
                      to {mail.to}, <When at={mail.createdAt} />. {mail.lastError}
                      {!mail.canRetry &&
                        ' Its text was a secret and is deleted. Please send a new one.'}
                    </Text>
                  </div>
                  {mail.canRetry && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Try again: ${mail.subject} to ${mail.to}`}
                      onClick={() => retry.mutate({ id: mail.id })}
                    >
                      Try again
                    </Button>
                  )}
                </Group>
              ))
            )
          }
        </Loaded>
      </Stack>
    </Paper>
  );
}
