import type { PostCard } from '~/contract/blog/blog-schema';
import { formatDate } from '~/web/lib/dates';
import { Face } from '~/web/ui/face';
import styles from './byline.module.css';

/** Shows author, date and reading time. */
export function Byline({ post }: { post: Pick<PostCard, 'author' | 'publishedAt' | 'readTime'> }) {
  const { author } = post;
  return (
    <div className={styles.byline}>
      <Face
        name={author.name}
        imageUrl={author.avatar}
        sizes="3rem"
        fallbackPx={96}
        className={styles.face}
      />
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
