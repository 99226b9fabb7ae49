import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { RequestDetail } from '~/contract/requests/requests-schema';
import { formatDate } from '~/web/lib/dates';
import { dropDraft } from '~/web/lib/draft';
import { Button } from '~/web/ui/button';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { StatusBadge } from '~/web/ui/status-badge';
import { toast } from '~/web/ui/toast-store';
import styles from './page-request.module.css';
import { RequestActions } from './request-actions';
import { RequestForm } from './request-form';
import { RequestTimeline } from './request-timeline';

const route = getRouteApi('/dashboard/requests/$id');

export function PageRequest() {
  const { api } = route.useRouteContext();
  const { id } = route.useParams();
  const { data: request } = useSuspenseQuery(api.requests.get.queryOptions({ id: Number(id) }));
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.back}>
        <Link to="/dashboard">Dashboard</Link> /{' '}
        <Link to="/dashboard/requests">Service requests</Link>
      </p>
      <h1 className={styles.title}>{request.title}</h1>
      <div className={styles.facts}>
        <StatusBadge status={request.status} />
        <span>Sent on {formatDate(request.createdAt)}</span>
        {request.serviceName && <span>{request.serviceName}</span>}
        {request.targetDate && <span>To be done by {formatDate(request.targetDate)}</span>}
      </div>
      <NeedsScripts what="Your dashboard" />
      <div className={styles.columns}>
        <div>
          {request.note && (
            <section className={styles.note} aria-labelledby="note-title">
              <h2 id="note-title">A note from us</h2>
              <p>{request.note}</p>
            </section>
          )}
          {isEditing ? (
            <EditForm request={request} onDone={() => setEditing(false)} />
          ) : (
            <>
              <h2 className={styles.heading}>Description</h2>
              <p className={styles.description}>{request.description}</p>
              {request.status === 'pending' && (
                <RequestActions request={request} onEdit={() => setEditing(true)} />
              )}
            </>
          )}
        </div>
        <section aria-labelledby="timeline-title">
          <h2 id="timeline-title" className={styles.heading}>
            What happened
          </h2>
          <RequestTimeline events={request.events} hasOlder={request.hasOlderEvents} />
        </section>
      </div>
    </div>
  );
}

function EditForm({ request, onDone }: { request: RequestDetail; onDone(): void }) {
  const { api, client } = route.useRouteContext();
  const draftName = `request-${request.id}`;
  const refresh = () => Promise.all([api.requests.invalidate(), api.dashboard.invalidate()]);
  return (
    <RequestForm
      label="Change the request"
      draftName={draftName}
      initial={request}
      submitLabel="Save Changes"
      failureText="Failed to change the request. Please try again."
      send={async (fields) => {
        await client.requests.change.mutate({ id: request.id, ...fields });
        await refresh();
      }}
      onSent={() => {
        toast({ title: 'Request Changed', description: 'We see it as it is now.' });
        onDone();
      }}
      // The agency may have started it: the page then shows that, and keeps the input.
      onFailed={() => void refresh()}
    >
      <Button
        variant="ghost"
        onClick={() => {
          dropDraft(draftName);
          onDone();
        }}
      >
        Leave as it was
      </Button>
    </RequestForm>
  );
}
