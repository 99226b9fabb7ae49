import { Link } from '@tanstack/react-router';

import type { PostCard } from '~/contract/blog/blog-schema';
import { Cover } from '~/web/ui/cover';
import { Byline } from './byline';
import { coverFocus } from './cover-focus';
import styles from './post-row.module.css';

export function PostRow({
  post,
  titleAs: Title = 'h3',
}: {
  post: PostCard;
  titleAs?: 'h2' | 'h3';
}) {
  return (
    <li className={styles.row} style={coverFocus(post)}>
      <Cover item={post} sizes="(min-width: 48rem) 14rem, 30vw" className={styles.cover} />
      <div>
        <p className={styles.category}>{post.category}</p>
        <Title className={styles.title}>
          <Link to="/blog/$slug" params={{ slug: post.slug }}>
            {post.title}
          </Link>
        </Title>
        <p className={styles.excerpt}>{post.excerpt}</p>
      </div>
      <Byline post={post} />
    </li>
  );
}
