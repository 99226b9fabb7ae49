import { statusLabel } from '~/contract/common/statuses';
import type { RequestEventKind } from '~/contract/requests/requests';
import type { RequestEvent } from '~/contract/requests/requests-schema';
import { formatDate } from '~/web/lib/dates';
import styles from './request-timeline.module.css';

const wording: Record<RequestEventKind, (event: RequestEvent) => string> = {
  created: ({ byAgency }) => (byAgency ? 'We opened this request' : 'You sent this request'),
  changed: () => 'You changed what it says',
  status: ({ text, byAgency }) =>
    byAgency ? `It is now: ${statusLabel(text).toLowerCase()}` : 'You cancelled it',
  note: () => 'We wrote a note',
  target_date: ({ text }) =>
    text ? `It is to be done by ${formatDate(text)}` : 'There is no date for it any more',
};

/** The timeline of a request, oldest event first. */
export function RequestTimeline({
  events,
  hasOlder,
}: {
  events: RequestEvent[];
  hasOlder: boolean;
}) {
  return (
    <>
      {hasOlder && <p className={styles.older}>These are the newest {events.length} events.</p>}
      <ol className={styles.timeline} aria-label="Timeline">
        {events.map((event) => (
          <li key={event.id} className={styles.event} data-by={event.byAgency ? 'us' : 'you'}>
            <p className={styles.what}>{wording[event.kind](event)}</p>
            {event.kind === 'note' && <p className={styles.note}>{event.text}</p>}
            <time dateTime={event.createdAt} className={styles.time}>
              {formatDate(event.createdAt)}
            </time>
          </li>
        ))}
      </ol>
    </>
  );
}
