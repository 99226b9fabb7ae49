import { createFileRoute } from '@tanstack/react-router';

import { type PostCategory, postCategories } from '~/contract/blog/blog';
import { BlogFailed } from '~/web/features/blog/blog-failed';
import { BlogPending } from '~/web/features/blog/blog-pending';
import { PageBlog } from '~/web/features/blog/page-blog';
import { oneOf } from '~/web/lib/search';
import { loadedHead, pageHead } from '~/web/seo/head';
import { requirePage, searchHead } from '~/web/seo/search-head';
import { breadcrumbData } from '~/web/seo/structured-data';

interface BlogSearch {
  category?: PostCategory;
}

export const Route = createFileRoute('/blog/')({
  validateSearch: (search): BlogSearch => {
    const category = oneOf(postCategories, search.category);
    return category ? { category } : {};
  },
  loader: async ({ context: { api, queryClient, publicUrl } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.blog.list.queryOptions()),
    ]);
    const siteName = settings.brand.name;
    requirePage(settings, 'blog');
    return loadedHead(
      {
        ...searchHead(settings, 'blog'),
        alternates: [
          { type: 'application/rss+xml', title: `${siteName}: blog (RSS)`, path: '/blog/rss.xml' },
          {
            type: 'application/atom+xml',
            title: `${siteName}: blog (Atom)`,
            path: '/blog/atom.xml',
          },
        ],
      },
      import.meta.env.SSR ? [breadcrumbData([{ name: 'Blog', path: '/blog' }], publicUrl)] : [],
    );
  },
  head: pageHead,
  component: PageBlog,
  pendingComponent: BlogPending,
  errorComponent: BlogFailed,
});
