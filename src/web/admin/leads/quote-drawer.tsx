import { Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';

import { countryLabel } from '~/contract/leads/country-label';
import { channels } from '~/contract/leads/form-fields';
import type { AdminQuote } from '~/contract/leads/leads-schema';
import { budgetRangesIn, timelines } from '~/contract/leads/quote-options';
import { quoteStatuses } from '~/contract/leads/quote-statuses';
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
import { Notice } from '~/web/admin/ui/notice';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { IconBrandWhatsapp, IconMail } from '~/web/ui/icons';
import { PlainText } from '~/web/ui/plain-text';
import { AnswerFacts } from './answer-facts';
import { chatLink, isInternational, mailLink } from './contact-links';
import { EditQuote } from './edit-quote';
import { FollowUpFields } from './follow-up-fields';
import { Duplicates, MergedNotice, MergedQuotes } from './quote-merging';
import { RequestAction } from './request-action';
import { RevokeLink } from './revoke-link';
import { useQuoteStatus } from './use-quote-status';

const sources: Record<AdminQuote['source'], string> = {
  home: 'Landing page',
  service_page: 'Service page',
  api: 'API',
  phone: 'Phone',
  event: 'Event',
  referral: 'Referral',
  other: 'Other',
  form: 'Custom form',
};

/** Drawer of a quote: its fields, ways to reply, its proposals, and related activity. */
export function QuoteDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { brand, currency } = useSettings();
  const query = useQuery(api.admin.quotes.get.queryOptions({ id }, { enabled: id > 0 }));
  const spam = useSpamMark(api.admin.quotes);
  const setStatus = useQuoteStatus();
  const [isEditing, setEditing] = useState(false);
  const mayChangeLeads = useCan()('leads.write');
  const mergedInto = query.data?.mergedInto ?? null;
  const mayChange = mayChangeLeads && mergedInto === null;
  /**
   * Marks a pending quote as contacted. The product cannot know whether an email or chat message
   * was actually sent, so the toast offers Undo.
   */
  const answered = (quote: AdminQuote) => {
    if (mayChange && quote.status === 'pending') void setStatus.change([quote], 'contacted');
  };

  return (
    <RecordDrawer
      title={query.data ? `Quote from ${query.data.quote.name}` : 'Quote'}
      onClose={onClose}
    >
      <Loaded query={query}>
        {({ quote, client, requestId, proposals, merged, duplicates, ...activity }) => (
          <Stack gap="lg">
            {mergedInto !== null && (
              <MergedNotice id={id} into={mergedInto} mayChange={mayChangeLeads} />
            )}
            <SpamNotice lead={quote} procedures={api.admin.quotes} />
            {mergedInto === null && (
              <Group gap="xs">
                {quote.email && (
                  <Button
                    component="a"
                    href={mailLink(quote, brand.name)}
                    variant={quote.status === 'pending' ? 'filled' : 'default'}
                    leftSection={<IconMail size={18} aria-hidden />}
                    onClick={() => answered(quote)}
                  >
                    Reply by email
                  </Button>
                )}
                {quote.phoneDigits && (
                  <Button
                    component="a"
                    href={chatLink(quote, brand.name)}
                    target="_blank"
                    rel="noopener"
                    variant="default"
                    leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
                    onClick={() => answered(quote)}
                  >
                    WhatsApp
                  </Button>
                )}
                <NewProposal from={{ leadId: id }} label={nextProposalLabel(proposals)} />
                {mayChange && quote.status !== 'rejected' && (
                  <Button
                    variant="default"
                    onClick={() => void setStatus.change([quote], 'rejected')}
                  >
                    Decline
                  </Button>
                )}
              </Group>
            )}
            <Group align="flex-end" gap="xs">
              <StatusSelect
                label="Status"
                status={quote.status}
                statuses={quoteStatuses}
                disabled={!mayChange}
                onChange={(status) => void setStatus.change([quote], status)}
              />
              {mayChange && (
                <Button
                  variant="default"
                  disabled={quote.status === 'approved'}
                  onClick={() => void setStatus.change([quote], 'approved')}
                >
                  Approve
                </Button>
              )}
              {mayChange && !quote.isSpam && (
                <Button
                  variant="subtle"
                  color="gray"
                  loading={spam.isPending}
                  onClick={() => void spam.mark([id])}
                >
                  Mark as spam
                </Button>
              )}
            </Group>
            {quote.phoneDigits && !isInternational(quote.phone) && (
              <Notice tone="wait">
                This number has no country code, so the chat may not open. Ask for it by email, or
                add the code in WhatsApp.
              </Notice>
            )}
            <Duplicates quote={quote} duplicates={duplicates} mayChange={mayChange} />
            <div>
              <Title order={3} mb={4}>
                {quote.answers ? 'Answers' : 'Details'}
              </Title>
              {quote.answers ? (
                <AnswerFacts answers={quote.answers} />
              ) : (
                <PlainText text={quote.projectDetails} />
              )}
            </div>
            <MergedQuotes into={id} merged={merged} mayChange={mayChange} />
            {mergedInto === null && (
              <Suspense fallback={<Skeleton height={120} />}>
                <LeadConversation kind="quote" id={id} />
              </Suspense>
            )}
            <LeadProposals proposals={proposals} />
            {mergedInto === null && (
              <>
                <OwnerField kind="quote" lead={quote} />
                <FollowUpFields kind="quote" id={id} />
              </>
            )}
            <Group justify="space-between" mb={-8}>
              <Title order={3}>Sender</Title>
              {mayChange && (
                <Button variant="subtle" size="compact-sm" onClick={() => setEditing(true)}>
                  Edit
                </Button>
              )}
            </Group>
            <Facts
              facts={[
                [quote.answers ? 'Form' : 'Service', quote.serviceName],
                ['Budget', labelOf(budgetRangesIn(currency), quote.budget)],
                ['Timeline', labelOf(timelines, quote.timeline)],
                ['Email', quote.email],
                ['Phone', quote.phone],
                ['Company', quote.company],
                ['Country', countryLabel(quote.country)],
                ['Preferred reply', labelOf(channels, quote.preferredChannel)],
                ['Received via', sources[quote.source]],
                ...sourceFacts(quote),
                ['Received', <When key="at" at={quote.createdAt} />],
                ['Reply due', quote.dueAt && <When key="due" at={quote.dueAt} />],
                [
                  'Answered',
                  quote.firstAnswerAt && <When key="answered" at={quote.firstAnswerAt} />,
                ],
              ]}
            />
            {mergedInto === null && (
              <RequestAction quote={quote} client={client} requestId={requestId} />
            )}
            {mayChange && <RevokeLink quoteId={id} />}
            <RelatedActivity
              {...activity}
              noteField={mayChange && <NoteField id={id} addNote={api.admin.quotes.addNote} />}
            />
            {isEditing && <EditQuote quote={quote} onClose={() => setEditing(false)} />}
          </Stack>
        )}
      </Loaded>
    </RecordDrawer>
  );
}
