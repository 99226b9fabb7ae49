import { createFileRoute, redirect } from '@tanstack/react-router';

import { BlogFailed } from '~/web/features/blog/blog-failed';
import { PagePost } from '~/web/features/blog/page-post';
import { PostNotFound } from '~/web/features/blog/post-not-found';
import { PostPending } from '~/web/features/blog/post-pending';
import { orNotFound } from '~/web/lib/or-not-found';
import { pageHead } from '~/web/seo/head';
import { breadcrumbData, postData } from '~/web/seo/structured-data';

export const Route = createFileRoute('/blog/$slug')({
  loader: async ({ context: { api, queryClient }, params: { slug } }) => {
    const [settings, post] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.blog.page.queryOptions({ slug })).catch(orNotFound),
    ]);
    if (post.slug !== slug) {
      throw redirect({ to: '/blog/$slug', params: { slug: post.slug }, statusCode: 301 });
    }
    return { settings, post };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return { meta: [{ title: 'Post Not Found' }] };
    const { publicUrl } = match.context;
    const { settings, post } = loaderData;
    const path = `/blog/${post.slug}`;
    return pageHead({
      title: post.metaTitle || `${post.title} | ${settings.brand.name}`,
      description: post.metaDescription || post.excerpt,
      path,
      publicUrl,
      siteName: settings.brand.name,
      type: 'article',
      share: { kind: 'blog', slug: post.slug },
      structuredData: import.meta.env.SSR
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
    });
  },
  component: PagePost,
  pendingComponent: PostPending,
  notFoundComponent: PostNotFound,
  errorComponent: BlogFailed,
});
