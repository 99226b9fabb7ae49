import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';

import { messageServices, messageStatuses, noService } from '~/contract/leads/contact';
import { channels } from '~/contract/leads/form-fields';
import type { AdminMessage } from '~/contract/leads/leads-schema';
import { labelOf } from '~/contract/leads/quotes';
import { NewProposal } from '~/web/admin/documents/new-proposal';
import { LeadConversation } from '~/web/admin/leads/lead-conversation.lazy';
import { LeadProposals, nextProposalLabel } from '~/web/admin/leads/lead-proposals';
import { OwnerField } from '~/web/admin/leads/owner-field';
import { NoteField, RelatedActivity } from '~/web/admin/leads/related-activity';
import { sourceFacts } from '~/web/admin/leads/source-facts';
import { SpamNotice, useSpamMark } from '~/web/admin/leads/spam-action';
import { StatusSelect } from '~/web/admin/leads/status-select';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { IconMail } from '~/web/ui/icons';
import { PlainText } from '~/web/ui/plain-text';
import { FollowUpFields } from './follow-up-fields';
import { useMessageStatus } from './use-message-status';

function draftOf({ firstName, email, message }: AdminMessage, agency: string): string {
  const quoted = message.replace(/^/gm, '> ').slice(0, 1000);
  const body = `Hello ${firstName},\n\n\n\n${quoted}`;
  const subject = `${agency}: your message`;
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** Drawer of a contact message: its text, ways to reply, and related activity. */
export function MessageDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { brand } = useSettings();
  const query = useQuery(api.admin.messages.get.queryOptions({ id }, { enabled: id > 0 }));
  const spam = useSpamMark(api.admin.messages);
  const setStatus = useMessageStatus();
  const mayChange = useCan()('leads.write');

  const { data } = query;
  const name = data && `${data.message.firstName} ${data.message.lastName}`;
  return (
    <RecordDrawer title={name ? `Message from ${name}` : 'Message'} onClose={onClose}>
      <Loaded query={query}>
        {({ message, proposals, ...activity }) => (
          <Stack gap="lg">
            <SpamNotice lead={message} procedures={api.admin.messages} />
            <Group align="flex-end" gap="xs">
              <StatusSelect
                label="Status"
                status={message.status}
                statuses={messageStatuses}
                disabled={!mayChange}
                onChange={(status) => void setStatus.change([message], status)}
              />
              {mayChange && (
                <>
                  <Button
                    variant="default"
                    disabled={message.status === 'replied'}
                    onClick={() => void setStatus.change([message], 'read')}
                  >
                    Mark Read
                  </Button>
                  <Button
                    component="a"
                    href={draftOf(message, brand.name)}
                    leftSection={<IconMail size={18} aria-hidden />}
                    onClick={() => void setStatus.change([message], 'replied')}
                  >
                    Reply via Email
                  </Button>
                  {!message.isSpam && (
                    <Button
                      variant="subtle"
                      color="gray"
                      loading={spam.isPending}
                      onClick={() => void spam.mark([id])}
                    >
                      Mark as spam
                    </Button>
                  )}
                </>
              )}
              <NewProposal from={{ messageId: id }} label={nextProposalLabel(proposals)} />
            </Group>
            <PlainText text={message.message} />
            <Suspense fallback={<Skeleton height={120} />}>
              <LeadConversation kind="message" id={id} />
            </Suspense>
            <LeadProposals proposals={proposals} />
            <OwnerField kind="message" lead={message} />
            <FollowUpFields kind="message" id={id} />
            <Facts
              facts={[
                ['Subject', message.subject],
                [
                  'Service',
                  message.service === noService.value
                    ? ''
                    : labelOf(messageServices, message.service),
                ],
                ['Email', message.email],
                ['Phone', message.phone],
                ['Preferred reply', labelOf(channels, message.preferredChannel)],
                ...sourceFacts(message),
                ['Received', <When key="at" at={message.createdAt} />],
                ['Reply due', message.dueAt && <When key="due" at={message.dueAt} />],
                [
                  'Answered',
                  message.firstAnswerAt && <When key="answered" at={message.firstAnswerAt} />,
                ],
              ]}
            />
            <RelatedActivity
              {...activity}
              noteField={mayChange && <NoteField id={id} addNote={api.admin.messages.addNote} />}
            />
          </Stack>
        )}
      </Loaded>
    </RecordDrawer>
  );
}
