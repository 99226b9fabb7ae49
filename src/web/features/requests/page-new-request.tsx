import { Link, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { toast } from '~/web/ui/toast-store';
import { RequestForm } from './request-form';

export function PageNewRequest() {
  const { answerWithin } = useSettings();
  const router = useRouter();
  const { api, client } = router.options.context;
  const sentId = useRef('');
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.back}>
        <Link to="/dashboard/requests">Service requests</Link>
      </p>
      <h1 className={styles.title}>New request</h1>
      <NeedsScripts what="This form" />
      <RequestForm
        label="New request"
        draftName="request"
        submitLabel="Send Request"
        failureText="Failed to send your request. Please try again."
        send={async (fields, { key }) => {
          const { id } = await client.requests.create.mutate({ ...fields, key });
          sentId.current = String(id);
          await Promise.all([api.requests.invalidate(), api.dashboard.invalidate()]);
        }}
        onSent={() => {
          toast({
            title: 'Request Sent',
            description: `A person reads it and answers within ${answerWithin}.`,
          });
          void router.navigate({
            to: '/dashboard/requests/$id',
            params: { id: sentId.current },
            replace: true,
          });
        }}
      >
        <Link to="/dashboard" className={buttonClass('ghost')}>
          Not now
        </Link>
      </RequestForm>
    </div>
  );
}
