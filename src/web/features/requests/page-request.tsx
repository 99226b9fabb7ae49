import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import type { RequestDetail } from '~/contract/requests/requests-schema';
import { formatDate } from '~/web/lib/dates';
import { dropDraft } from '~/web/lib/draft';
import { useSuspenseQuery } from '~/web/lib/queries';
import { useHashTarget } from '~/web/lib/use-hash-target';
import { useRefresh } from '~/web/shell/live';
import { Button } from '~/web/ui/button';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { PlainText } from '~/web/ui/plain-text';
import { ResultNote } from '~/web/ui/result-note';
import { StatusBadge } from '~/web/ui/status-badge';
import { toast } from '~/web/ui/toast-store';
import styles from './page-request.module.css';
import { RequestActions } from './request-actions';
import { RequestForm } from './request-form';
import { RequestTimeline } from './request-timeline';
import { WishFields } from './wish-fields';

const loadSchema = () =>
  import('~/contract/requests/requests-schema').then((module) => module.requestChangeFormSchema);

const route = getRouteApi('/dashboard/requests/$id');

export interface RequestParts {
  /** Wraps the whole page. */
  frame?(page: ReactNode): ReactNode;
  /** Tasks of the client, above everything else. */
  waiting?: ReactNode;
  /** Thread with its message field. */
  thread?: ReactNode;
  /** Documents and files, beside the thread. */
  beside?: ReactNode;
  /** Wraps the actions of a pending request. */
  actionsFrame?(actions: ReactNode): ReactNode;
}

const bare = (part: ReactNode) => part;

export function PageRequest(parts: RequestParts) {
  const { frame = bare, actionsFrame = bare, waiting, thread, beside } = parts;
  const { api } = route.useRouteContext();
  const { id } = route.useParams();
  const { data: request } = useSuspenseQuery(api.requests.get.queryOptions({ id: Number(id) }));
  const [isEditing, setEditing] = useState(false);
  /** Result of the last action, shown in place of its button. */
  const [result, setResult] = useState('');
  useHashTarget();
  return frame(
    <div className={`wrap ${styles.page}`}>
      <p className={styles.back}>
        <Link to="/dashboard/requests">Service requests</Link>
      </p>
      <h1 className={styles.title}>
        <bdi>{request.title}</bdi>
      </h1>
      <div className={styles.facts}>
        <StatusBadge status={request.status} />
        {request.urgent && <span className={styles.urgent}>Urgent</span>}
        {request.wishedDate && !request.targetDate && (
          <span>Requested by {formatDate(request.wishedDate)}</span>
        )}
        {request.targetDate && <span>Due by {formatDate(request.targetDate)}</span>}
        {request.serviceName && <span>{request.serviceName}</span>}
        <span>Sent on {formatDate(request.createdAt)}</span>
      </div>
      <NeedsScripts what="Your dashboard" />
      <nav className={styles.parts} aria-label="On this page">
        <a href="#messages">Messages</a>
        <a href="#files">Files</a>
        <a href="#brief">Brief</a>
      </nav>
      <div className={styles.columns}>
        <div className={styles.main}>
          {waiting}
          {thread}
        </div>
        <aside className={styles.aside} aria-label="About this request">
          <section id="brief" className={styles.brief} aria-labelledby="brief-title">
            {request.note && (
              <section className={styles.note} aria-labelledby="note-title">
                <h2 id="note-title">A note from us</h2>
                <PlainText text={request.note} />
              </section>
            )}
            <h2 id="brief-title" className={styles.heading}>
              Brief
            </h2>
            {isEditing ? (
              <EditForm
                request={request}
                onDone={(outcome = '') => {
                  setEditing(false);
                  setResult(outcome);
                }}
              />
            ) : (
              <>
                <Brief text={request.description} />
                {result && (
                  <div className={styles.result}>
                    <ResultNote title={result} />
                  </div>
                )}
                {request.status === 'pending' &&
                  actionsFrame(
                    <RequestActions
                      request={request}
                      onEdit={() => {
                        setResult('');
                        setEditing(true);
                      }}
                      onCancelled={() => setResult('Request canceled. We’ve been notified.')}
                    />,
                  )}
              </>
            )}
          </section>
          {beside}
          <section aria-labelledby="timeline-title">
            <h2 id="timeline-title" className={styles.heading}>
              Activity
            </h2>
            <RequestTimeline events={request.events} hasOlder={request.hasOlderEvents} />
          </section>
        </aside>
      </div>
    </div>,
  );
}

/** Text of a brief. A long one is collapsed, so that the content below is not far away. */
function Brief({ text }: { text: string }) {
  const [isLong] = useState(text.length > 600);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles.description} data-folded={isLong && !isOpen}>
        <PlainText text={text} />
      </div>
      {isLong && (
        <Button variant="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </>
  );
}

function EditForm({ request, onDone }: { request: RequestDetail; onDone(outcome?: string): void }) {
  const { client } = route.useRouteContext();
  const draftName = `request-${request.id}`;
  const refresh = useRefresh();
  return (
    <RequestForm
      label="Edit request"
      loadSchema={loadSchema}
      draftName={draftName}
      initial={request}
      more={(errors) => <WishFields errors={errors} />}
      submitLabel="Save Changes"
      failureText="Failed to change the request. Please try again."
      send={async (fields) => {
        await client.requests.change.mutate({ id: request.id, ...fields });
        await refresh();
      }}
      onSent={() => {
        toast({ title: 'Request updated', description: 'We see your changes.' });
        onDone('Saved. We see your changes.');
      }}
      // The agency may have started the request. The page then shows the new status, and keeps the input.
      onFailed={() => void refresh()}
    >
      <Button
        variant="ghost"
        onClick={() => {
          dropDraft(draftName);
          onDone();
        }}
      >
        Cancel
      </Button>
    </RequestForm>
  );
}
