import { useRouter } from '@tanstack/react-router';
import { useContext } from 'react';

import type { ThreadFile } from '~/contract/files/files-schema';
import { useSuspenseQuery } from '~/web/lib/queries';
import styles from './beside.module.css';
import { DecideFile } from './decide-file';
import { DecidedNote } from './decided-note';
import { FileLink } from './file-link';
import { type Decision, FileViewerContext } from './viewed-files';

/** Files that wait for the client's decision, and those that were just decided. Renders nothing if there are none. */
export function DeliverableList({ requestId }: { requestId: number }) {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requestThreads.get.queryOptions({ id: requestId }));
  const viewer = useContext(FileViewerContext);
  if (!viewer) return null;
  const { decided, onDecided } = viewer;
  // Files that were decided just now keep their position, because the client is looking at them.
  const shown = data.deliverables.filter(
    ({ id, deliverable }) => deliverable === 'waiting' || decided.has(id),
  );
  const waiting = shown.filter(({ id }) => !decided.has(id)).length;
  if (shown.length === 0 || data.status === 'cancelled') return null;
  return (
    <section className={styles.deliverables} aria-labelledby="deliverables-title">
      <h2 id="deliverables-title" className={styles.heading}>
        {waiting > 0 ? 'For your approval' : 'Your decision'}
      </h2>
      <p className={styles.lead}>
        {waiting === 0
          ? 'All files are reviewed.'
          : waiting === 1
            ? 'Review the file, then approve it or request changes.'
            : 'Review each file, then approve it or request changes.'}
      </p>
      <ul className={styles.cards}>
        {shown.map((file) => (
          <Deliverable
            key={file.id}
            file={file}
            decision={decided.get(file.id)}
            onDecided={(decision) => onDecided(file.id, decision)}
          />
        ))}
      </ul>
    </section>
  );
}

function Deliverable(props: {
  file: ThreadFile;
  decision: Decision | undefined;
  onDecided(decision: Decision): void;
}) {
  const { file, decision, onDecided } = props;
  return (
    <li className={styles.card} aria-label={file.name}>
      <FileLink file={file} withPicture />
      {decision ? (
        <DecidedNote name={file.name} decision={decision} />
      ) : (
        <DecideFile file={file} onDecided={onDecided} />
      )}
    </li>
  );
}
