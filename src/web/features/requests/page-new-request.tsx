import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';

import { useRefresh } from '~/web/shell/live';
import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import listStyles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { toast } from '~/web/ui/toast-store';
import { RequestForm } from './request-form';
import styles from './request-form.module.css';
import { WishFields } from './wish-fields';

const loadSchema = () =>
  import('~/contract/requests/requests-schema').then((module) => module.newRequestFormSchema);

/** Page with the form for a new request. @param files returns the field for files within the form, with its error */
export function PageNewRequest({ files }: { files(error: string | undefined): ReactNode }) {
  const { answerWithin, contact } = useSettings();
  const router = useRouter();
  const { client } = router.options.context;
  const refresh = useRefresh();
  const sentId = useRef('');
  return (
    <div className={`wrap ${listStyles.page}`}>
      <p className={listStyles.back}>
        <Link to="/dashboard/requests">Service requests</Link>
      </p>
      <h1 className={listStyles.title}>New request</h1>
      <NeedsScripts what="This form" />
      <RequestForm
        label="New request"
        loadSchema={loadSchema}
        more={(errors) => (
          <>
            {files(errors.fileIds)}
            <WishFields errors={errors} />
            {contact.phone && (
              <p className={styles.outage}>
                Is your site down or losing orders? Call{' '}
                <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>{contact.phone}</a>. It’s
                faster than a form.
              </p>
            )}
          </>
        )}
        draftName="request"
        submitLabel="Send Request"
        failureText="Failed to send your request. Please try again."
        send={async (fields, { key }) => {
          const { id } = await client.requests.create.mutate({ ...fields, key });
          sentId.current = String(id);
          await refresh();
        }}
        onSent={() => {
          toast({
            title: 'Request sent',
            description: `We’ll answer within ${answerWithin}.`,
          });
          void router.navigate({
            to: '/dashboard/requests/$id',
            params: { id: sentId.current },
            replace: true,
          });
        }}
      >
        <Link to="/dashboard" className={buttonClass('ghost')}>
          Cancel
        </Link>
      </RequestForm>
    </div>
  );
}
