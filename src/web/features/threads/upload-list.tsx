import { formatBytes } from '~/contract/common/bytes';
import { Button } from '~/web/ui/button';
import { IconAlertTriangle, IconCheck, IconPlayerPlay, IconX } from '~/web/ui/icons';
import styles from './composer.module.css';
import { FileIcon } from './file-icon';
import { isOnItsWay, type Upload } from './use-uploads';

const percent = ({ progress }: Upload) => Math.floor(progress * 100);

function stateOf(upload: Upload): string {
  if (upload.state === 'failed') return upload.error;
  if (upload.state === 'waiting') {
    return `Waiting for the connection at ${percent(upload)}%. The upload continues by itself.`;
  }
  if (upload.state === 'paused') {
    return `The connection was lost at ${percent(upload)}%. The upload continues from there.`;
  }
  if (upload.state === 'done') return formatBytes(upload.size);
  return `${percent(upload)}% of ${formatBytes(upload.size)}`;
}

/** Lists the files of a message that is being written, each with its progress. */
export function UploadList(props: {
  uploads: Upload[];
  onRemove(key: string): void;
  onResume(key: string): void;
}) {
  if (props.uploads.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label="Files of this message">
      {props.uploads.map((upload) => {
        const { key, name, state } = upload;
        const isComing = isOnItsWay(upload);
        return (
          <li key={key} className={styles.upload} data-state={state}>
            {state === 'failed' ? (
              <IconAlertTriangle size={20} stroke={1.6} aria-hidden="true" />
            ) : state === 'done' ? (
              <IconCheck size={20} stroke={2} aria-hidden="true" />
            ) : (
              <FileIcon type={upload.type} />
            )}
            <div className={styles.uploadWords}>
              <bdi className={styles.uploadName}>{name}</bdi>
              <p className={styles.uploadState} {...(state === 'failed' && { role: 'alert' })}>
                {stateOf(upload)}
              </p>
              {isComing && (
                <progress
                  className={styles.progress}
                  max={1}
                  value={upload.progress}
                  aria-label={`Upload of ${name}`}
                />
              )}
            </div>
            {state === 'paused' && (
              <Button variant="outline" size="sm" onClick={() => props.onResume(key)}>
                <IconPlayerPlay size={16} aria-hidden="true" />
                Resume
              </Button>
            )}
            <button
              type="button"
              className={styles.tool}
              aria-label={`${isComing ? 'Cancel the upload of' : 'Remove'} ${name}`}
              onClick={() => props.onRemove(key)}
            >
              <IconX size={18} stroke={1.8} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
