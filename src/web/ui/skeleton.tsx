import styles from './skeleton.module.css';

/** Stands where something is still on its way, in about its size. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={styles.skeleton} style={{ width, height }} />;
}
