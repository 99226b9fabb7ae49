import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { useSuspenseQuery } from '~/web/lib/queries';
import { useSettings, useViewer } from '~/web/shell/settings';
import styles from './beside.module.css';
import { clientSource } from './client-source';
import { ThreadPanel } from './thread-panel';

/** Thread of a request, as its client reads and writes it. */
export function ClientThread({ requestId }: { requestId: number }) {
  return <Thread key={requestId} requestId={requestId} />;
}

function Thread({ requestId: id }: { requestId: number }) {
  const { api, client } = useRouter().options.context;
  const { answerWithin } = useSettings();
  const newest = useSuspenseQuery(api.requestThreads.page.queryOptions({ id }));
  const { data: beside } = useSuspenseQuery(api.requestThreads.get.queryOptions({ id }));
  const isViewed = useViewer()?.clientView !== undefined;
  const [source] = useState(() => clientSource(client, id, { isViewed }));
  return (
    <section id="messages" className={styles.anchor} aria-labelledby="messages-title">
      <ThreadPanel
        source={source}
        newest={newest}
        beside={beside}
        title={
          <h2 id="messages-title" className={styles.heading}>
            Messages
          </h2>
        }
        label="Your message"
        placeholder={`We answer within ${answerWithin}.`}
        empty={
          <p>
            No messages yet. Ask a question, add details or send files. We answer within{' '}
            {answerWithin}.
          </p>
        }
        // The thread is read-only while an admin views the site as the client. Otherwise, this tab
        // would store a draft that the panel's thread of the same request would restore.
        mayWrite={!isViewed}
      />
    </section>
  );
}
