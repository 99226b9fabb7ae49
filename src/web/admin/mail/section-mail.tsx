import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import {
  type UnmatchedMail,
  type UnmatchedTab,
  unmatchedTabs,
} from '~/contract/mail/incoming-mail-schema';
import { WholeMail } from '~/web/admin/leads/mail-foot';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Pager } from '~/web/admin/table/pager';
import { untilItComes } from '~/web/admin/table/use-list-request';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { deleted, success } from '~/web/admin/ui/notices';
import { SectionHead } from '~/web/admin/ui/section-head';
import { TabSwitch } from '~/web/admin/ui/tab-switch';
import { useMutation, useQuery } from '~/web/lib/queries';
import { Moment } from '~/web/ui/moment';
import { outcome } from '~/web/ui/outcome';
import { AttachMail } from './attach-mail';
import './mail.css';

const pageSize = 25;

const requestOf = ({
  status,
  page,
}: {
  status?: string | undefined;
  page?: number | undefined;
}) => ({
  status: unmatchedTabs.find((one) => one === status) ?? 'unmatched',
  page,
  pageSize,
});

const loadMail: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.incomingMail.page.queryOptions(requestOf(search)));

const labels: Record<UnmatchedTab, string> = {
  unmatched: 'To sort',
  spam: 'Spam',
  automatic: 'Automatic',
  discarded: 'Discarded',
};

const empty: Record<UnmatchedTab, string> = {
  unmatched: 'Nothing to sort. Emails that don’t reply to one of ours appear here.',
  spam: 'No spam.',
  automatic: 'No automatic emails in the last 30 days.',
  discarded: 'Nothing discarded in the last 30 days.',
};

/** Section for emails without a record: admins assign them to a conversation, convert them to a lead, or discard them. */
function SectionMail() {
  const { api } = useRouter().options.context;
  const { change, status, page } = useAdminSearch();
  const request = requestOf({ status, page });
  const query = useQuery(api.admin.incomingMail.page.queryOptions(request, untilItComes));
  return (
    <>
      <SectionHead title="Unassigned email">
        <TabSwitch
          tabs={unmatchedTabs}
          labels={labels}
          counts={query.data?.counts ?? {}}
          value={request.status}
          onChange={(tab) =>
            void change({ status: tab === 'unmatched' ? undefined : tab, page: undefined })
          }
        />
      </SectionHead>
      {query.error ? <FailedQuery error={query.error} onRetry={query.refetch} /> : null}
      {!query.data && !query.error && <Skeleton height={160} />}
      {query.data?.rows.length === 0 && (
        <Text c="dimmed" py="xl">
          {empty[request.status]}
        </Text>
      )}
      {query.data && query.data.rows.length > 0 && (
        <Stack component="ol" gap="sm" className="mails" aria-label="Mail">
          {query.data.rows.map((mail) => (
            <MailCard key={mail.id} mail={mail} tab={request.status} />
          ))}
        </Stack>
      )}
      {query.data && <Pager total={query.data.total} size={pageSize} />}
    </>
  );
}

function MailCard({ mail, tab }: { mail: UnmatchedMail; tab: UnmatchedTab }) {
  const { api } = useRouter().options.context;
  const mayWrite = useCan()('leads.write');
  const [shown, setShown] = useState<'whole' | 'attach'>();
  const restore = useMutation(
    api.admin.incomingMail.restore.mutationOptions(
      outcome({
        done: () => success('Email restored'),
        failed: 'Failed to restore the email. Please try again.',
      }),
    ),
  );
  const discard = useMutation(
    api.admin.incomingMail.discard.mutationOptions(
      outcome({
        done: (_, { id }) => deleted('Email discarded', () => restore.mutate({ id })),
        failed: 'Failed to discard the email. Please try again.',
      }),
    ),
  );
  const makeLead = useMutation(
    api.admin.incomingMail.makeLead.mutationOptions(
      outcome({
        done: ({ id }) => success(`Quote ${id} created from the email. No email was sent.`),
        failed: 'Failed to create a lead. Please try again.',
      }),
    ),
  );
  const heading = `mail-${mail.id}`;
  const isBusy = discard.isPending || makeLead.isPending || restore.isPending;
  return (
    <Paper withBorder p="md" component="li" aria-labelledby={heading}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} fz="md" id={heading} className="mail-subject">
          {mail.subject || 'Without a subject'}
        </Title>
        <Text c="dimmed" fz="sm">
          <Moment at={mail.createdAt} />
        </Text>
      </Group>
      <Text fz="sm" className="mail-subject">
        {mail.from}
      </Text>
      <Text mt="xs" className="mail-text" lineClamp={4}>
        {mail.text.replaceAll(/\n{2,}/g, '\n') || 'This email has no text to show.'}
      </Text>
      {mail.files.length > 0 && (
        <Text fz="sm" mt="xs" className="mail-subject">
          Files: {mail.files.join(', ')}
        </Text>
      )}
      <Text c="dimmed" fz="sm" mt="xs">
        {[
          mail.possiblyAutomatic ? 'Possibly automatic.' : '',
          mail.reason,
          mail.confirmed
            ? 'The mail server confirmed the sender.'
            : 'The mail server did not confirm the sender. The address may be forged.',
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      <Group gap="xs" mt="sm">
        {mayWrite && tab !== 'discarded' && (
          <>
            <Button size="xs" disabled={isBusy} onClick={() => setShown('attach')}>
              Add to a conversation
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              onClick={() => makeLead.mutate({ id: mail.id })}
            >
              Create lead
            </Button>
            {tab !== 'automatic' && (
              <Button
                size="xs"
                variant="default"
                disabled={isBusy}
                onClick={() => discard.mutate({ id: mail.id })}
              >
                Discard
              </Button>
            )}
          </>
        )}
        {mayWrite && tab === 'discarded' && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => restore.mutate({ id: mail.id })}
          >
            Restore
          </Button>
        )}
        <Anchor component="button" type="button" fz="sm" onClick={() => setShown('whole')}>
          Show full email
        </Anchor>
      </Group>
      {shown === 'whole' && <WholeMail id={mail.id} onClose={() => setShown(undefined)} />}
      {shown === 'attach' && <AttachMail mail={mail} onClose={() => setShown(undefined)} />}
    </Paper>
  );
}

export const section: SectionCode = { Section: SectionMail, load: loadMail };
