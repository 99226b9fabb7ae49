import styles from './skeleton.module.css';

/** Placeholder of about the size of the content that is loading. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}
