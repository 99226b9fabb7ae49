import { useRouter } from '@tanstack/react-router';

import { formatDate } from '~/web/lib/dates';
import { useMutation, useSuspenseQuery } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { outcome } from '~/web/ui/outcome';
import styles from './page-account.module.css';

export function SessionList() {
  const { api } = useRouter().options.context;
  const { data: sessions } = useSuspenseQuery(api.identity.sessions.queryOptions());
  const others = sessions.filter((session) => !session.isCurrent);

  const outcomeOf = <Input,>(describe: (input: Input) => string) =>
    outcome<unknown, Input>({
      done: (_, input) => ({ title: 'Signed out', description: describe(input) }),
      failed: 'Failed to sign out that device. Please try again.',
    });
  const end = useMutation({
    ...api.identity.endSession.mutationOptions(),
    ...outcomeOf(({ id }: { id: number }) => {
      const ended = sessions.find((session) => session.id === id);
      return `${ended?.device} is signed out.`;
    }),
  });
  const endOthers = useMutation({
    ...api.identity.endOtherSessions.mutationOptions(),
    ...outcomeOf(() => 'You are signed in on this device only.'),
  });
  const isPending = end.isPending || endOthers.isPending;

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
                disabled={isPending}
                onClick={() => end.mutate({ id: session.id })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles.others}>
          <Button variant="outline" disabled={isPending} onClick={() => endOthers.mutate()}>
            Sign out of all others
          </Button>
        </div>
      )}
    </div>
  );
}
