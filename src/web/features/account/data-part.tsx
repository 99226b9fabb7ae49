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

/** While a file is being put together, it is looked for this often. */
const lookEveryMs = 5_000;

/** What is kept of the client: a file of it, and its deletion. */
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
        <p className={styles.note}>
          What we keep about you: have it as a file, or have it deleted.
        </p>
      </div>
      <div className={styles.stack}>
        <Download newest={data.export} />
        {data.deletion ? (
          <div className={styles.invitation}>
            <p>
              Your account will be deleted on <b>{formatDate(data.deletion.dueAt)}</b>
              {data.deletion.by && `, as ${data.deletion.by} has asked for`}. Until then everything
              works as before, and “Keep my account”, at the top of each page, takes it back.
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
          title: 'Your Data',
          description: 'It is being put together. We mail you when it is ready.',
        },
        failed: 'Failed to ask for your data. Please try again.',
        refresh: () => api.personalData.get.invalidate(),
      }),
    ),
  );
  const isReady = newest?.status === 'ready';
  const isWaiting = newest?.status === 'waiting';
  return (
    <div className={styles.choice}>
      <p>
        A ZIP file with your account, requests, messages, documents and files. It is put together
        within minutes; we mail you when it is there.
      </p>
      {isWaiting && <p role="status">Your file is being put together.</p>}
      {newest?.status === 'failed' && (
        <p role="status">Your file could not be put together. Please ask for it again.</p>
      )}
      {isReady && (
        <p>
          Put together on {formatDate(newest.createdAt)}
          {newest.expiresAt && `, here until ${formatDate(newest.expiresAt)}`}.
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
          {isReady ? 'Put it together again' : 'Download my data'}
        </Button>
      </div>
    </div>
  );
}
