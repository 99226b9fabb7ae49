import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { RequestDetail } from '~/contract/requests/requests-schema';
import { useMutation } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { outcome } from '~/web/ui/outcome';
import styles from './page-request.module.css';

/** Buttons for changing and canceling a pending request. */
export function RequestActions(props: {
  request: RequestDetail;
  onEdit(): void;
  onCancelled(): void;
}) {
  const { request, onEdit, onCancelled } = props;
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const { isPending, mutate } = useMutation({
    ...api.requests.cancel.mutationOptions(),
    ...outcome({
      done: { title: 'Request canceled', description: 'We’ve been notified.' },
      onDone: onCancelled,
      failed: 'Failed to cancel the request. Please try again.',
    }),
    onSettled: () => setAsking(false),
  });

  if (isAsking) {
    return (
      <div className={styles.actions}>
        <p>Cancel this request? This can’t be undone.</p>
        <Button
          variant="destructive"
          disabled={isPending}
          onClick={() => mutate({ id: request.id })}
        >
          Yes, cancel request
        </Button>
        <Button
          variant="outline"
          disabled={isPending}
          onClick={() => {
            setAsking(false);
            setAsked(true);
          }}
          autoFocus
        >
          Keep request
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button variant="outline" onClick={onEdit}>
        Edit
      </Button>
      <Button variant="ghost" autoFocus={hasAsked} onClick={() => setAsking(true)}>
        Cancel request
      </Button>
    </div>
  );
}
