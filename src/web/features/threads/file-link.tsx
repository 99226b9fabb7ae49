import type { ReactNode } from 'react';

import { formatBytes } from '~/contract/common/bytes';
import type { UploadedFile } from '~/contract/files/files-schema';
import { IconDownload } from '~/web/ui/icons';
import { FileIcon, typeName } from './file-icon';
import styles from './files.module.css';
import { isPicture, useFileViewer } from './viewed-files';

export const urlOfFile = (id: number): string => `/api/files/${id}`;

/** Maximum size of a picture that is shown next to its name. */
const shownBytesMax = 3 * 1024 * 1024;
const hasThumbnail = (file: Pick<UploadedFile, 'type' | 'size'>): boolean =>
  isPicture(file) && file.size <= shownBytesMax;

/**
 * Small version of a picture. The server sends the picture as an attachment, which browsers still
 * display without running scripts in it.
 */
function Thumbnail({ file }: { file: UploadedFile }) {
  return (
    <span className={styles.thumbnail}>
      <img
        src={urlOfFile(file.id)}
        alt=""
        loading="lazy"
        decoding="async"
        width={320}
        height={200}
      />
    </span>
  );
}

/**
 * Link to a file with its type and size. A click downloads the file, or opens a picture in the page's viewer if there is
 * one.
 */
export function FileLink(props: {
  file: UploadedFile;
  /** Text next to type and size. */
  note?: ReactNode;
  withPicture?: boolean;
}) {
  const { file, note, withPicture = false } = props;
  const open = useFileViewer(file);
  const kind = `${typeName(file.type)}, ${formatBytes(file.size)}`;
  const download = {
    href: urlOfFile(file.id),
    download: file.name,
    'aria-label': `Download ${file.name}, ${kind}`,
  };
  const picture = withPicture && hasThumbnail(file) && <Thumbnail file={file} />;
  const words = (
    <>
      <FileIcon type={file.type} />
      <span className={styles.words}>
        <bdi className={styles.name}>{file.name}</bdi>
        <span className={styles.about}>
          {kind}
          {note}
        </span>
      </span>
    </>
  );
  const sign = <IconDownload size={18} stroke={1.6} className={styles.sign} aria-hidden="true" />;
  if (!open) {
    return (
      <a className={styles.file} {...download}>
        {picture}
        <span className={styles.line}>
          {words}
          {sign}
        </span>
      </a>
    );
  }
  return (
    <div className={`${styles.file} ${styles.opened}`}>
      <button
        type="button"
        className={styles.open}
        aria-label={`View ${file.name}, ${kind}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        {picture}
        <span className={styles.line}>{words}</span>
      </button>
      <a className={styles.save} {...download}>
        {sign}
      </a>
    </div>
  );
}
