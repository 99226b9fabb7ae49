import { useRouter } from '@tanstack/react-router';

import { useSuspenseQuery } from '~/web/lib/queries';
import { buttonClass } from '~/web/ui/button';
import { Moment } from '~/web/ui/moment';
import '~/web/ui/tones.css';
import styles from './beside.module.css';
import { composerId } from './thread-panel';

/** Shows the client's open tasks in a request. Renders nothing if there are none. */
export function WaitingBanner({ requestId }: { requestId: number }) {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requestThreads.get.queryOptions({ id: requestId }));
  if (data.waitingSince === null || data.status === 'cancelled') return null;
  return (
    <section className={styles.waiting} data-tone="wait" aria-labelledby="waiting-title">
      <div>
        <h2 id="waiting-title" className={styles.waitingTitle}>
          Waiting on you
        </h2>
        <p>
          We need your reply to continue. We asked <Moment at={data.waitingSince} />.
        </p>
      </div>
      <a
        href={`#${composerId}`}
        className={buttonClass('default', 'sm')}
        onClick={() => document.querySelector<HTMLElement>(`#${composerId} textarea`)?.focus()}
      >
        Reply
      </a>
    </section>
  );
}
