import { useState } from 'react';

import { statusLabel } from '~/contract/common/statuses';
import type { RequestEvent } from '~/contract/requests/requests-schema';
import { formatDate } from '~/web/lib/dates';
import { Button } from '~/web/ui/button';
import { PlainText } from '~/web/ui/plain-text';
import styles from './request-timeline.module.css';

/** Number of events that are shown until the reader asks for all of them. */
const shownAtFirst = 8;

/** Events that a client's decision on a file causes. */
const ownSteps: Record<string, string> = {
  completed: 'You approved all files. Status: Completed',
  in_progress: 'You requested changes. Status: In progress',
};

const wording: Record<RequestEvent['kind'], (event: RequestEvent) => string> = {
  created: ({ byAgency }) => (byAgency ? 'We opened this request' : 'You sent this request'),
  changed: () => 'You edited the request',
  status: ({ text, byAgency }) =>
    byAgency ? `Status: ${statusLabel(text)}` : (ownSteps[text] ?? 'You canceled the request'),
  note: () => 'We added a note',
  target_date: ({ text }) => (text ? `Due date: ${formatDate(text)}` : 'Due date removed'),
};

/** Timeline of a request, oldest event first. */
export function RequestTimeline({
  events,
  hasOlder,
}: {
  events: RequestEvent[];
  hasOlder: boolean;
}) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? events : events.slice(-shownAtFirst);
  const left = events.length - shown.length;
  return (
    <>
      {left > 0 && (
        <p className={styles.older}>
          <Button variant="link" onClick={() => setAll(true)}>
            Show {left} earlier {left === 1 ? 'event' : 'events'}
          </Button>
        </p>
      )}
      {hasOlder && isAll && (
        <p className={styles.older}>Showing the latest {events.length} events.</p>
      )}
      <ol className={styles.timeline} aria-label="Timeline">
        {shown.map((event) => (
          <li key={event.id} className={styles.event} data-by={event.byAgency ? 'us' : 'you'}>
            <p className={styles.what}>{wording[event.kind](event)}</p>
            {event.kind === 'note' && (
              <div className={styles.note}>
                <PlainText text={event.text} />
              </div>
            )}
            <time dateTime={event.createdAt} className={styles.time}>
              {formatDate(event.createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}
