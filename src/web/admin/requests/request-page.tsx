import { Button, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { FollowUpFields } from '~/web/admin/leads/follow-up-fields';
import { RelatedActivity } from '~/web/admin/leads/related-activity';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { RecordHead, RecordPage } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { AskTestimonial } from './ask-testimonial';
import { CompletionOffer } from './completion-offer';
import { RequestControls } from './request-controls';
import { RequestDocuments } from './request-documents';
import { RequestFiles } from './request-files';
import { RequestThread } from './request-thread';
import { RequestTimeline } from './request-timeline';
import './requests.css';
import { PlainText } from '~/web/ui/plain-text';

/** Length from which a brief is collapsed, so that the thread is not far below. */
const briefMax = 420;

/** Page of a request, with its thread and related records. */
export function RequestPage({ id }: { id: number }) {
  const { api } = useRouter().options.context;
  const { tab } = useAdminSearch();
  const mayChange = useCan()('requests.write');
  const isId = id > 0;
  const detail = useQuery(api.admin.requests.get.queryOptions({ id }, { enabled: isId }));
  const beside = useQuery(api.admin.requestThreads.get.queryOptions({ id }, { enabled: isId }));
  const page = {
    data: detail.data && beside.data && { ...detail.data, thread: beside.data },
    error: detail.error ?? beside.error,
    refetch: () => Promise.all([detail.refetch(), beside.refetch()]),
  };
  return (
    <RecordPage
      list={tab === 'board' ? 'Board' : 'All requests'}
      title="Service request"
      query={page}
    >
      {({ request, thread, timeline, hasOlderEvents, ...activity }) => (
        <>
          <RecordHead
            title={request.title}
            note={
              <>
                From{' '}
                <Link
                  to="/admin"
                  search={{ section: 'users', open: request.client_id }}
                  className="row-link"
                >
                  {request.client_name || request.client_email}
                </Link>
                , <When at={request.createdAt} />
              </>
            }
          />
          <RequestControls request={request} thread={thread} />
          {mayChange && <CompletionOffer request={request} thread={thread} />}
          <nav className="request-parts" aria-label="On this page">
            <a href="#messages">Messages</a>
            <a href="#files">Files</a>
            <a href="#about">About</a>
          </nav>
          <div className="record-columns">
            <div className="record-main request-main">
              <Brief text={request.description} />
              <RequestThread thread={thread} />
            </div>
            <aside className="record-aside" aria-label="About this request">
              <PinnedNote request={request} />
              <FollowUpFields kind="request" id={request.id} />
              <About request={request} />
              <RequestFiles thread={thread} />
              <AskTestimonial request={request} mayAsk={mayChange} />
              <RequestDocuments thread={thread} />
              <RequestTimeline events={timeline} hasOlder={hasOlderEvents} />
              <RelatedActivity {...activity} />
            </aside>
          </div>
        </>
      )}
    </RecordPage>
  );
}

function Brief({ text }: { text: string }) {
  const isLong = text.length > briefMax;
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="brief-title">
      <Title order={2} id="brief-title" mb="xs">
        Brief
      </Title>
      <Text component="div" className="request-brief" mod={{ folded: String(isLong && !isOpen) }}>
        <PlainText text={text} />
      </Text>
      {isLong && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

function About({ request }: { request: AdminRequest }) {
  return (
    <section id="about" aria-labelledby="about-title">
      <Title order={3} id="about-title" mb="xs">
        About
      </Title>
      <Facts
        facts={[
          ['Email', request.client_email],
          ['Service', request.service_name],
          [
            'Quote',
            request.quoteId !== null && (
              <Link
                key="quote"
                to="/admin"
                search={{ section: 'quotes', open: request.quoteId }}
                className="row-link"
              >
                Original lead
              </Link>
            ),
          ],
          ['Urgent', request.urgent && 'Marked as urgent by the client'],
          [
            'Requested by',
            request.wishedDate !== null && <When key="wished" at={request.wishedDate} isDate />,
          ],
          ['Received', <When key="at" at={request.createdAt} />],
        ].map(([label, value]) => [String(label), value === false ? '' : value])}
      />
    </section>
  );
}

/** Message that is pinned above the brief, as the client sees it. */
function PinnedNote({ request: { id, note } }: { request: AdminRequest }) {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('requests.write');
  const setNote = useMutation({
    ...api.admin.requests.setNote.mutationOptions(),
    ...outcome<unknown, unknown>({
      done: success('Note removed'),
      failed: 'Failed to update the service request',
    }),
  });
  if (!note) return null;
  return (
    <section aria-labelledby="pinned-title">
      <Title order={3} id="pinned-title" mb="xs">
        Pinned for the client
      </Title>
      <Text component="div" fz="sm">
        <PlainText text={note} />
      </Text>
      {mayChange && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          mt={4}
          loading={setNote.isPending}
          onClick={() => setNote.mutate({ id, note: '' })}
        >
          Remove note
        </Button>
      )}
    </section>
  );
}
