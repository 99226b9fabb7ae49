import styles from './skeleton.module.css';

/** Placeholder for something that is loading, in about its size. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}
