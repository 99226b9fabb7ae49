import { Skeleton } from '~/web/ui/skeleton';
import styles from './page-post.module.css';

export function PostPending() {
  return (
    <div className={`wrap ${styles.post}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading post
      </p>
      <div className={styles.head}>
        <Skeleton width="10rem" height="1.5rem" />
        <Skeleton height="9rem" />
        <Skeleton width="80%" height="4rem" />
      </div>
      <div className={styles.cover}>
        <Skeleton height="clamp(13rem, 30vw, 30rem)" />
      </div>
    </div>
  );
}
