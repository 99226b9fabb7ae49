import { getRouteApi, Link } from '@tanstack/react-router';

import { useResult } from '~/web/lib/use-result';
import { Cover } from '~/web/ui/cover';
import { Byline } from './byline';
import { coverFocus } from './cover-focus';
import styles from './page-post.module.css';
import { PostRow } from './post-row';
import '~/web/ui/prose.css';

const route = getRouteApi('/blog/$slug');

export function PagePost() {
  const { api } = route.useRouteContext();
  const { slug } = route.useParams();
  const post = useResult(api.blog.page.queryOptions({ slug }));

  return (
    <>
      <article className={`wrap ${styles.post}`} style={coverFocus(post)}>
        <header className={styles.head}>
          <p className={styles.way}>
            <Link to="/blog">Blog</Link>
            <Link to="/blog" search={{ category: post.category }}>
              {post.category}
            </Link>
          </p>
          <h1 className={styles.title}>{post.title}</h1>
          <p className={styles.lead}>{post.excerpt}</p>
          <Byline post={post} />
        </header>
        <Cover item={post} sizes="(min-width: 82rem) 77rem, 92vw" className={styles.cover} eager />
        <div className={styles.columns}>
          {post.headings.length > 1 && (
            <nav className={styles.contents} aria-labelledby="contents-title">
              <h2 id="contents-title" className={styles.contentsTitle}>
                On this page
              </h2>
              <ol>
                {post.headings.map((heading) => (
                  <li key={heading.id}>
                    <a href={`#${heading.id}`}>{heading.text}</a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div
            className={`prose ${styles.body}`}
            // The HTML is safe: the server renders it from Markdown without raw HTML.
            dangerouslySetInnerHTML={{ __html: post.html }}
          />
        </div>
      </article>
      {post.related.length > 0 && (
        <section className={styles.related} aria-labelledby="related-title">
          <div className="wrap">
            <h2 id="related-title" className={styles.relatedTitle}>
              Read next
            </h2>
            <ul>
              {post.related.map((other) => (
                <PostRow key={other.id} post={other} />
              ))}
            </ul>
          </div>
        </section>
      )}
    </>
  );
}
