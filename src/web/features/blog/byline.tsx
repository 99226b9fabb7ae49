import type { PostCard } from '~/contract/blog/blog-schema';
import { formatDate } from '~/web/lib/dates';
import { FlightMark } from '~/web/ui/flight-mark-svg';
import { Picture } from '~/web/ui/picture';
import styles from './byline.module.css';

/** Who wrote it, when, and how long it takes to read. */
export function Byline({ post }: { post: Pick<PostCard, 'author' | 'publishedAt' | 'readTime'> }) {
  const { author } = post;
  return (
    <div className={styles.byline}>
      {author.avatar ? (
        <Picture
          url={author.avatar}
          sizes="3rem"
          className={styles.face}
          fallbackSize={{ width: 96, height: 96 }}
        />
      ) : (
        <FlightMark seed={author.name} kind="avatar" className={styles.face} />
      )}
      <p>
        <span className={styles.name}>{author.name}</span>
        <span className={styles.when}>
          <time dateTime={post.publishedAt}>{formatDate(post.publishedAt)}</time>{' '}
          <i>{post.readTime} min read</i>
        </span>
      </p>
    </div>
  );
}
