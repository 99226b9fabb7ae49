import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { RequestDetail } from '~/contract/requests/requests-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { Button } from '~/web/ui/button';
import { toast } from '~/web/ui/toast-store';
import styles from './page-request.module.css';

/** What a client can do with a request that has not been begun. */
export function RequestActions({ request, onEdit }: { request: RequestDetail; onEdit(): void }) {
  const { api, client } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);

  const cancel = async () => {
    setPending(true);
    try {
      await client.requests.cancel.mutate({ id: request.id });
      toast({ title: 'Request Cancelled', description: 'We have been told.' });
    } catch (error) {
      toast({
        title: 'Error',
        description: errorMessageOf(error) ?? 'Failed to cancel the request. Please try again.',
        variant: 'destructive',
      });
    } finally {
      await Promise.all([api.requests.invalidate(), api.dashboard.invalidate()]);
      setPending(false);
      setAsking(false);
    }
  };

  if (isAsking) {
    return (
      <div className={styles.actions}>
        <p>Cancel this request? It cannot be taken up again.</p>
        <Button variant="destructive" disabled={pending} onClick={cancel}>
          Yes, cancel it
        </Button>
        <Button variant="outline" disabled={pending} onClick={() => setAsking(false)} autoFocus>
          Keep it
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button variant="outline" onClick={onEdit}>
        Change
      </Button>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Cancel request
      </Button>
    </div>
  );
}
