import type { ReactNode } from 'react';

import type { UploadedFile } from '~/contract/files/files-schema';
import { formatBytes } from '~/web/lib/bytes';
import { IconDownload } from '~/web/ui/icons';
import { FileIcon, typeName } from './file-icon';
import styles from './files.module.css';

export const urlOfFile = (id: number): string => `/api/files/${id}`;

/** Pictures that every browser shows, and that are small enough to be shown as they are. */
const shownTypes = /^image\/(png|jpeg|gif|webp|avif)$/;
const shownBytesMax = 3 * 1024 * 1024;
export const hasThumbnail = ({ type, size }: Pick<UploadedFile, 'type' | 'size'>): boolean =>
  shownTypes.test(type) && size <= shownBytesMax;

/** The server sends it as an attachment, which browsers still draw as a picture: nothing of it runs. */
export function Thumbnail({ file }: { file: UploadedFile }) {
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

/** A file with its type and size; it is downloaded by a press. */
export function FileLink(props: {
  file: UploadedFile;
  /** Beside type and size. */
  note?: ReactNode;
  withPicture?: boolean;
}) {
  const { file, note, withPicture = false } = props;
  return (
    <a
      className={styles.file}
      href={urlOfFile(file.id)}
      download={file.name}
      aria-label={`Download ${file.name}, ${typeName(file.type)}, ${formatBytes(file.size)}`}
    >
      {withPicture && hasThumbnail(file) && <Thumbnail file={file} />}
      <span className={styles.line}>
        <FileIcon type={file.type} />
        <span className={styles.words}>
          <bdi className={styles.name}>{file.name}</bdi>
          <span className={styles.about}>
            {typeName(file.type)}, {formatBytes(file.size)}
            {note}
          </span>
        </span>
        <IconDownload size={18} stroke={1.6} className={styles.sign} aria-hidden="true" />
      </span>
    </a>
  );
}
