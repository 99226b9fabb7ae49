import { getRouteApi, Link } from '@tanstack/react-router';

import { deliverableStatuses } from '~/contract/files/deliverables';
import type { OwnFile } from '~/contract/threads/threads-schema';
import { useSuspenseQuery } from '~/web/lib/queries';
import { oneOf } from '~/web/lib/search';
import { ListScreen } from '~/web/shell/list-screen';
import { Moment } from '~/web/ui/moment';
import styles from './beside.module.css';
import { deliverableLabel } from './deliverable-label';
import { FileLink } from './file-link';
import { FileViewer } from './file-viewer';

const route = getRouteApi('/dashboard/files');

function labelOf(status: string): string {
  const known = oneOf(deliverableStatuses, status);
  return known ? deliverableLabel[known] : status;
}

/** Page with the files of all requests of the client, newest first. */
export function PageFiles() {
  const { api } = route.useRouteContext();
  const { data } = useSuspenseQuery(api.requestThreads.files.queryOptions(route.useSearch()));
  return (
    <ListScreen
      title="Files"
      path="/dashboard/files"
      noun={['file', 'files']}
      placeholder="Name of the file"
      statuses={deliverableStatuses}
      labelOf={labelOf}
      emptyText="No files yet. Files from your requests appear here."
      data={data}
      renderRows={(rows) => (
        <FileViewer files={rows}>
          <ul className={styles.ownFiles} aria-label="Files">
            {rows.map((file) => (
              <li key={file.id}>
                <OwnFileRow file={file} />
              </li>
            ))}
          </ul>
        </FileViewer>
      )}
    />
  );
}

function OwnFileRow({ file }: { file: OwnFile }) {
  return (
    <>
      <FileLink
        file={file}
        note={
          <>
            , from {file.byAgency ? 'us' : 'you'}, <Moment at={file.sentAt} />
            {file.deliverable && (
              <span className={styles.decided}>{deliverableLabel[file.deliverable]}</span>
            )}
          </>
        }
      />
      <p className={styles.fileOf}>
        In{' '}
        <Link to="/dashboard/requests/$id" params={{ id: String(file.requestId) }}>
          <bdi>{file.requestTitle}</bdi>
        </Link>
      </p>
    </>
  );
}
