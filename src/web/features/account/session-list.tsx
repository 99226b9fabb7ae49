import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { errorMessageOf } from '~/web/lib/api-error';
import { formatDate } from '~/web/lib/dates';
import { Button } from '~/web/ui/button';
import { toast } from '~/web/ui/toast-store';
import styles from './page-account.module.css';

export function SessionList() {
  const { api, client } = useRouter().options.context;
  const { data: sessions } = useSuspenseQuery(api.identity.sessions.queryOptions());
  const [pending, setPending] = useState(false);
  const others = sessions.filter((session) => !session.isCurrent);

  const end = async (what: () => Promise<unknown>, notice: string) => {
    setPending(true);
    try {
      await what();
      toast({ title: 'Signed Out', description: notice });
    } catch (error) {
      toast({
        title: 'Error',
        description: errorMessageOf(error) ?? 'Failed to sign out there. Please try again.',
        variant: 'destructive',
      });
    } finally {
      await api.identity.sessions.invalidate();
      setPending(false);
    }
  };

  return (
    <div>
      <ul aria-label="Sessions">
        {sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <div>
              <p className={styles.device}>{session.device}</p>
              <p>
                {session.isCurrent
                  ? 'This device'
                  : `Last seen ${formatDate(session.lastSeenAt)}, signed in ${formatDate(session.createdAt)}`}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="outline"
                size="sm"
                disabled={pending}
                onClick={() =>
                  end(
                    () => client.identity.endSession.mutate({ id: session.id }),
                    `${session.device} is signed out.`,
                  )
                }
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles.others}>
          <Button
            variant="outline"
            disabled={pending}
            onClick={() =>
              end(
                () => client.identity.endOtherSessions.mutate(),
                'You are signed in on this device alone.',
              )
            }
          >
            Sign out of all others
          </Button>
        </div>
      )}
    </div>
  );
}
