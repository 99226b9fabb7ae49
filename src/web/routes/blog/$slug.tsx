import { createFileRoute, redirect } from '@tanstack/react-router';

import { BlogFailed } from '~/web/features/blog/blog-failed';
import { PagePost } from '~/web/features/blog/page-post';
import { PostNotFound } from '~/web/features/blog/post-not-found';
import { PostPending } from '~/web/features/blog/post-pending';
import { orNotFound } from '~/web/lib/or-not-found';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage } from '~/web/seo/search-head';
import { breadcrumbData, postData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/blog/$slug')({
  loader: async ({ context: { api, queryClient, publicUrl }, params: { slug } }) => {
    const [settings, post] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.blog.page.queryOptions({ slug })).catch(orNotFound),
    ]);
    requirePage(settings, 'blog');
    if (post.slug !== slug) {
      throw redirect({ to: '/blog/$slug', params: { slug: post.slug }, statusCode: 301 });
    }
    const path = `/blog/${post.slug}`;
    return loadedHead(
      {
        title: post.metaTitle || `${post.title} | ${settings.brand.name}`,
        description: post.metaDescription || post.excerpt,
        path,
        siteName: settings.brand.name,
        type: 'article',
        share: { kind: 'blog', slug: post.slug },
      },
      import.meta.env.SSR
        ? [
            postData(post, settings, publicUrl),
            breadcrumbData(
              [
                { name: 'Blog', path: '/blog' },
                { name: post.title, path },
              ],
              publicUrl,
            ),
          ]
        : [],
    );
  },
  head: (page) => (page.loaderData ? pageHead(page) : { meta: [{ title: 'Post Not Found' }] }),
  component: PagePost,
  pendingComponent: PostPending,
  notFoundComponent: PostNotFound,
  errorComponent: BlogFailed,
});
