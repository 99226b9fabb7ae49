import { useRouter } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { formatDate } from '~/web/lib/dates';
import { useMutation } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { outcome } from '~/web/ui/outcome';
import styles from './client-area.module.css';

/**
 * Banner above every page of a client whose account will be deleted. It says when the account will be deleted, and how to
 * cancel the deletion.
 */
export function DeletionBanner({ viewer }: { viewer: CurrentUser & { deletionDueAt: string } }) {
  const { api } = useRouter().options.context;
  const keep = useMutation(
    api.personalData.keep.mutationOptions(
      outcome({
        done: { title: 'Deletion canceled', description: 'Nothing was deleted.' },
        failed: 'Failed to keep your account. Please try again.',
        onDone: () => {
          const { deletionDueAt: _, ...kept } = viewer;
          api.identity.viewer.setData(undefined, kept);
        },
      }),
    ),
  );
  return (
    <aside className={styles.leaving} aria-label="Deletion of your account">
      <div className={`wrap ${styles.leavingRow}`}>
        <p>
          Your account will be deleted on <b>{formatDate(viewer.deletionDueAt)}</b>.
        </p>
        <Button size="sm" disabled={keep.isPending} onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      </div>
    </aside>
  );
}
