import { useRouter } from '@tanstack/react-router';

import { formatBytes } from '~/contract/common/bytes';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { DataExport } from '~/contract/personal-data/personal-data-schema';
import { formatDate } from '~/web/lib/dates';
import { useMutation, useSuspenseQuery } from '~/web/lib/queries';
import { Button, buttonClass } from '~/web/ui/button';
import { outcome } from '~/web/ui/outcome';
import { DeleteAccount } from './delete-account';
import styles from './page-account.module.css';

/** Milliseconds between polls while an export is being created. */
const lookEveryMs = 5_000;

/** Export of the client's data, and deletion of the account. */
export function DataPart({ viewer }: { viewer: CurrentUser }) {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery({
    ...api.personalData.get.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.export?.status === 'waiting' ? lookEveryMs : false,
  });
  return (
    <section id="your-data" className={styles.part} aria-labelledby="data-title">
      <div>
        <h2 id="data-title" className={styles.heading}>
          Your data
        </h2>
        <p className={styles.note}>Download the data we hold about you, or delete your account.</p>
      </div>
      <div className={styles.stack}>
        <Download newest={data.export} />
        {data.deletion ? (
          <div className={styles.invitation}>
            <p>
              Your account will be deleted on <b>{formatDate(data.deletion.dueAt)}</b>
              {data.deletion.by && `, as requested by ${data.deletion.by}`}. Until then you can use
              your account as usual. To keep it, select “Keep my account” at the top of any page.
            </p>
          </div>
        ) : (
          <DeleteAccount viewer={viewer} companies={data.companies} />
        )}
      </div>
    </section>
  );
}

function Download({ newest }: { newest: DataExport | null }) {
  const { api } = useRouter().options.context;
  const ask = useMutation(
    api.personalData.export.mutationOptions(
      outcome({
        done: {
          title: 'Export requested',
          description: 'We’ll email you when your file is ready.',
        },
        failed: 'Failed to request your data. Please try again.',
      }),
    ),
  );
  const isReady = newest?.status === 'ready';
  const isWaiting = newest?.status === 'waiting';
  return (
    <div className={styles.choice}>
      <p>
        A ZIP file with your account, requests, messages, documents and files. It takes a few
        minutes; we’ll email you when it is ready.
      </p>
      {isWaiting && <p role="status">Preparing your file…</p>}
      {newest?.status === 'failed' && (
        <p role="status">We couldn’t create your file. Please request it again.</p>
      )}
      {isReady && (
        <p>
          Created on {formatDate(newest.createdAt)}
          {newest.expiresAt && `, available until ${formatDate(newest.expiresAt)}`}.
        </p>
      )}
      <div className={styles.actions}>
        {isReady && (
          <a className={buttonClass('default')} href={`/api/account/exports/${newest.id}`} download>
            Download ({formatBytes(newest.size)})
          </a>
        )}
        <Button
          variant="outline"
          disabled={ask.isPending || isWaiting}
          onClick={() => ask.mutate()}
        >
          {isReady ? 'Create a new file' : 'Download my data'}
        </Button>
      </div>
    </div>
  );
}
