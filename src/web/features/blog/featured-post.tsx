import { Link } from '@tanstack/react-router';

import type { PostCard } from '~/contract/blog/blog-schema';
import { Cover } from '~/web/ui/cover';
import { Byline } from './byline';
import { coverFocus } from './cover-focus';
import styles from './featured-post.module.css';

export function FeaturedPost({ post }: { post: PostCard }) {
  return (
    <li className={styles.post} style={coverFocus(post)}>
      <Cover item={post} className={styles.cover} eager />
      <div className={styles.words}>
        <p className={styles.category}>{post.category}</p>
        <h2 className={styles.title}>
          <Link to="/blog/$slug" params={{ slug: post.slug }}>
            {post.title}
          </Link>
        </h2>
        <p className={styles.excerpt}>{post.excerpt}</p>
        <Byline post={post} />
      </div>
    </li>
  );
}
