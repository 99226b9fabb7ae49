import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { toast } from '~/web/ui/toast-store';
import styles from './client-view-notice.module.css';
import { setViewedClient } from './viewed-client';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Notice above every page that an admin views as a client, and until the admin has seen that the view has ended. */
export function ClientViewNotice({ viewer }: { viewer: CurrentUser }) {
  const { clientView, endedClientView } = viewer;
  if (clientView) {
    const name = `${viewer.firstName} ${viewer.lastName}`.trim() || viewer.email;
    return <Notice clientId={viewer.id} name={name} endsAt={clientView.endsAt} />;
  }
  if (endedClientView)
    return <Notice clientId={endedClientView.clientId} name={endedClientView.name || 'a client'} />;
  return null;
}

/** Channel on which the tabs of a browser report which client they show, or that the view has ended. */
const channelName = 'view-as-client';

/** Reloads the page if another tab has started a view of another client, or has ended this view. */
function useSameClientView(clientId: string, isLive: boolean): { tellEnd(): void } {
  const own = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    if (!isLive) return undefined;
    setViewedClient(clientId);
    const channel = new BroadcastChannel(channelName);
    own.current = channel;
    channel.onmessage = ({ data }) => {
      if (data !== clientId) window.location.reload();
    };
    channel.postMessage(clientId);
    return () => {
      setViewedClient(undefined);
      channel.close();
    };
  }, [clientId, isLive]);
  // Uses the channel of this tab to report the end, because a channel does not receive its own
  // messages.
  return { tellEnd: () => own.current?.postMessage('') };
}

/** Notice about a view. @param props.endsAt omitted once the view has ended */
function Notice(props: { clientId: string; name: string; endsAt?: string }) {
  const { clientId, name, endsAt } = props;
  const { client } = useRouter().options.context;
  // Sets the time only in the browser, because the server does not know the browser's time zone.
  const [time, setTime] = useState('');
  const [isOver, setOver] = useState(endsAt === undefined);
  const [isEnding, setEnding] = useState(false);
  const { tellEnd } = useSameClientView(clientId, endsAt !== undefined);

  useEffect(() => {
    if (endsAt === undefined) return undefined;
    setTime(clock.format(new Date(endsAt)));
    const timer = setTimeout(() => setOver(true), Date.parse(endsAt) - Date.now());
    return () => clearTimeout(timer);
  }, [endsAt]);

  async function end() {
    setEnding(true);
    try {
      await client.admin.users.endView.mutate();
      tellEnd();
      window.location.assign(`/admin?section=users&open=${encodeURIComponent(clientId)}`);
    } catch {
      // After a failure, the view continues until it expires.
      setEnding(false);
      const description = 'We couldn’t end the view. Please try again.';
      toast({ title: 'Error', description, variant: 'destructive' });
    }
  }

  const who = (
    <b className={styles.name} title={name}>
      {name}
    </b>
  );
  return (
    <aside className={styles.notice} aria-label="View as a client">
      <div className={`wrap ${styles.row}`}>
        <p className={styles.text} role="status">
          {isOver ? (
            <>Your view as {who} has ended.</>
          ) : (
            <>
              You see this as <span className={styles.unbroken}>{who}.</span> Nothing can be
              changed. <span className={styles.unbroken}>{time && `Ends at ${time}.`}</span>
            </>
          )}
        </p>
        <button
          type="button"
          className={styles.button}
          disabled={isEnding}
          onClick={() => void end()}
        >
          {isOver ? 'Back to the panel' : 'End view'}
        </button>
      </div>
    </aside>
  );
}
