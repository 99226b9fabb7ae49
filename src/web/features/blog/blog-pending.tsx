import chipStyles from '~/web/ui/chips.module.css';
import { Skeleton } from '~/web/ui/skeleton';
import { BlogHead } from './blog-head';
import featuredStyles from './featured-post.module.css';
import styles from './page-blog.module.css';

const placeholders = ['1', '2'];

export function BlogPending() {
  return (
    <div className={`wrap ${styles.page}`} aria-busy="true">
      <BlogHead />
      <p className="visually-hidden" role="status">
        Loading posts
      </p>
      <div className={chipStyles.chips}>
        <Skeleton height="2.5rem" />
      </div>
      <ul className={styles.featured}>
        {placeholders.map((key) => (
          <li key={key} className={featuredStyles.post}>
            <Skeleton height="clamp(12rem, 26vw, 22rem)" />
            <Skeleton height="9rem" />
          </li>
        ))}
      </ul>
    </div>
  );
}
