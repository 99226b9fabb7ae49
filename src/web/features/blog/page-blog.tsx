import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { featuredPostsLimit, postCategories } from '~/contract/blog/blog';
import { oneOf } from '~/web/lib/search';
import { useResult } from '~/web/lib/use-result';
import { buttonClass } from '~/web/ui/button';
import { Chips } from '~/web/ui/chips';
import { Empty } from '~/web/ui/empty';
import { BlogHead } from './blog-head';
import { FeaturedPost } from './featured-post';
import styles from './page-blog.module.css';
import { PostRow } from './post-row';

const route = getRouteApi('/blog/');
const chips = postCategories.map((category) => ({ value: category, label: category }));

export function PageBlog() {
  const { api } = route.useRouteContext();
  const { category } = route.useSearch();
  const navigate = useNavigate();
  const posts = useResult(api.blog.list.queryOptions());
  const shown = category ? posts.filter((post) => post.category === category) : posts;
  const featured = shown.filter((post) => post.featured).slice(0, featuredPostsLimit);
  const others = shown.filter((post) => !featured.includes(post));

  return (
    <div className={`wrap ${styles.page}`}>
      <BlogHead />
      <Chips
        action="/blog"
        name="category"
        label="Filter by category"
        options={chips}
        chosen={category}
        onChoose={(value) => {
          const chosen = oneOf(postCategories, value);
          void navigate({
            to: '/blog',
            search: chosen ? { category: chosen } : {},
            resetScroll: false,
          });
        }}
      />
      {shown.length === 0 && (
        <div className={styles.empty}>
          <Empty scene={category ? 'hover' : 'perch'}>
            <p>{category ? 'No posts found in this category.' : 'No posts yet.'}</p>
            {category && (
              <Link to="/blog" className={buttonClass('outline')} resetScroll={false}>
                See all posts
              </Link>
            )}
          </Empty>
        </div>
      )}
      {featured.length > 0 && (
        <ul className={styles.featured} aria-label="Featured posts">
          {featured.map((post) => (
            <FeaturedPost key={post.id} post={post} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section className={styles.others} aria-labelledby="others-title">
          <h2 id="others-title" className={styles.othersTitle}>
            {featured.length > 0 ? 'More to read' : category ? `Posts in ${category}` : 'All posts'}
          </h2>
          <ul>
            {others.map((post) => (
              <PostRow key={post.id} post={post} />
            ))}
          </ul>
        </section>
      )}
      <p className={styles.feeds}>
        Follow along by <a href="/blog/rss.xml">RSS</a> or <a href="/blog/atom.xml">Atom</a>.
      </p>
      <p className="visually-hidden" role="status">
        {shown.length} {shown.length === 1 ? 'post' : 'posts'} shown
      </p>
    </div>
  );
}
