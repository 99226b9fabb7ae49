import { useRouter } from '@tanstack/react-router';

import { useSuspenseQuery } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { Moment } from '~/web/ui/moment';
import styles from './beside.module.css';
import { deliverableLabel } from './deliverable-label';
import { FileLink } from './file-link';
import { useShownFiles } from './use-shown-files';

/** Lists all files of a thread, newest first. */
export function RequestFiles({ requestId }: { requestId: number }) {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requestThreads.get.queryOptions({ id: requestId }));
  const { files } = data;
  const { shown, showAll } = useShownFiles(files);
  return (
    <section id="files" className={styles.anchor} aria-labelledby="files-title">
      <h2 id="files-title" className={styles.heading}>
        Files
        {files.length > 0 && <span className={styles.count}>{files.length}</span>}
      </h2>
      {files.length === 0 ? (
        <p className={styles.lead}>Files from this request appear here.</p>
      ) : (
        <ul className={styles.files} aria-label="Files of this request">
          {shown.map((file) => (
            <li key={file.id}>
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
              {file.comment && (
                <p className={styles.comment} dir="auto">
                  {file.comment}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {showAll && (
        <p className={styles.more}>
          <Button variant="outline" size="sm" onClick={showAll}>
            Show all {files.length} files
          </Button>
        </p>
      )}
    </section>
  );
}
