import { Feed } from 'feed';

import { builtInPages, footerLabelOf, pageKeys } from '~/contract/built-in-pages/built-in-pages';
import { AppError } from '~/contract/common/errors';
import { formatMoney } from '~/contract/common/money';
import type { ShareKind } from '~/contract/common/share-images';
import { categoryLabels } from '~/contract/services/categories';
import { perUnit } from '~/contract/services/services';
import type { Blog } from '~/server/features/content/blog/blog.service';
import { renderMarkdown } from '~/server/features/content/blog/markdown';
import type { CustomPages } from '~/server/features/content/custom-pages/custom-pages.service';
import type { Plans } from '~/server/features/content/plans/plans.service';
import type { Portfolio } from '~/server/features/content/portfolio/portfolio.service';
import type { Services } from '~/server/features/content/services/services.service';
import type { Settings } from '~/server/features/settings/settings.service';
import { markdownTarget } from '~/server/platform/cache/cache-key';
import { latest, listPublicPages, readShownPaths } from './public-pages';
import type { ShareCard } from './share-image';

const feedLimit = 20;

const xmlSigns: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const xml = (text: string) => text.replace(/[&<>"']/g, (sign) => xmlSigns[sign] ?? '');

/** Escapes text for a line of Markdown, including characters that would end a link's text. */
const inLine = (text: string) => text.replace(/\s+/g, ' ').replace(/[[\]\\]/g, '\\$&');

/** Creates sitemap, feeds, llms.txt and share images. */
export function createSeo(
  domain: {
    services: Services;
    portfolio: Portfolio;
    blog: Blog;
    customPages: CustomPages;
    plans: Plans;
    settings: Settings;
  },
  publicUrl: string,
) {
  async function feed(): Promise<Feed> {
    const [{ brand }, posts, hasPath] = await Promise.all([
      domain.settings.getPublic(),
      domain.blog.listLatest(feedLimit),
      shownPaths(),
    ]);
    if (!hasPath('/blog')) throw new AppError('NOT_FOUND', 'This site has no blog');
    const made = new Feed({
      id: `${publicUrl}/blog`,
      link: `${publicUrl}/blog`,
      title: `${brand.name}: blog`,
      description: brand.description,
      language: 'en',
      copyright: brand.legalName,
      updated: latest(posts.map((post) => new Date(post.updatedAt))),
      feedLinks: { rss: `${publicUrl}/blog/rss.xml`, atom: `${publicUrl}/blog/atom.xml` },
    });
    for (const post of posts) {
      const url = `${publicUrl}/blog/${post.slug}`;
      made.addItem({
        id: url,
        link: url,
        title: post.title,
        description: post.excerpt,
        content: withFullAddresses(renderMarkdown(post.body).html, url),
        author: [{ name: post.author.name }],
        category: [{ name: post.category }],
        published: new Date(post.publishedAt),
        date: new Date(post.updatedAt),
      });
    }
    return made;
  }

  function withFullAddresses(html: string, url: string): string {
    return html
      .replaceAll(/ srcset="[^"]*"/g, '')
      .replaceAll(/ (href|src)="\//g, ` $1="${publicUrl}/`)
      .replaceAll(' href="#', ` href="${url}#`);
  }

  const shownPaths = () => readShownPaths(domain.settings);

  return {
    rss: async () => (await feed()).rss2(),
    atom: async () => (await feed()).atom1(),

    async sitemap(): Promise<string> {
      const entries = (await listPublicPages(domain)).map(({ path, changed }) => {
        const when = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
        return `<url><loc>${xml(publicUrl + path)}</loc>${when}</url>`;
      });
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
    },

    robots: (): string =>
      [
        'User-agent: *',
        ...['/admin', '/api/', '/account', '/dashboard', '/subscribe'].map(
          (path) => `Disallow: ${path}`,
        ),
        'Allow: /',
        '',
        `Sitemap: ${publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),

    /** Returns the site as one Markdown document, as defined by https://llmstxt.org. */
    async llms(): Promise<string> {
      const [{ brand, contact, currency }, services, items, posts, plans, customPages, hasPath] =
        await Promise.all([
          domain.settings.getPublic(),
          domain.services.listCards(),
          domain.portfolio.listCards(),
          domain.blog.list(),
          domain.plans.list(),
          domain.customPages.listNamed(),
          shownPaths(),
        ]);
      const lineTo = (target: string, title: string, text: string) =>
        `- [${inLine(title)}](${publicUrl}${target}): ${inLine(text)}`;
      const line = (path: string, title: string, text: string) =>
        lineTo(markdownTarget(path), title, text);
      const part = (title: string, lines: string[], path = '/services') =>
        lines.length > 0 && hasPath(path) ? [`## ${title}`, '', ...lines, ''] : [];
      return [
        `# ${brand.name}`,
        '',
        `> ${inLine(brand.description)}`,
        '',
        `Contact: ${contact.email}, ${contact.phone}. ${inLine(contact.hours)}`,
        '',
        ...part(
          'Services',
          services.map((one) =>
            line(
              `/services/${one.slug}`,
              one.name,
              `${one.description} ${one.priceKind === 'from' ? 'From ' : ''}${perUnit(formatMoney(one.price, currency), one.priceUnit)}, ${one.timeline}.`,
            ),
          ),
        ),
        ...part(
          'Plans',
          plans.map((one) =>
            line(
              '/pricing',
              one.name,
              `${one.description} ${formatMoney(one.monthlyPrice, currency)} a month, ${formatMoney(one.yearlyPrice, currency)} a month when paid by the year.`,
            ),
          ),
          '/pricing',
        ),
        ...part(
          'Work',
          items.map((one) => line(`/portfolio/${one.slug}`, one.title, one.description)),
          '/portfolio',
        ),
        ...part(
          'Blog',
          posts.map((one) => line(`/blog/${one.slug}`, one.title, one.excerpt)),
          '/blog',
        ),
        ...part(
          'Pages',
          customPages.map((one) => line(`/${one.slug}`, one.title, one.description)),
        ),
        ...part('More', [
          ...pageKeys.flatMap((key) => {
            const { path, summary } = builtInPages[key];
            return summary && hasPath(path) ? [line(path, footerLabelOf(key), summary)] : [];
          }),
          lineTo('/api/docs', 'API', 'The REST paths, with an OpenAPI document.'),
        ]),
      ].join('\n');
    },

    /** Returns the content of a page's share image. @throws NOT_FOUND for an unknown page */
    async shareCard(about?: { kind: ShareKind; slug: string }): Promise<ShareCard> {
      const [settings, look] = await Promise.all([
        domain.settings.getPublic(),
        domain.settings.getLook(),
      ]);
      const brand = settings.brand.name;
      if (!about) {
        const kicker = new URL(publicUrl).host;
        return { seed: brand, kicker, title: settings.brand.tagline, brand, ...look };
      }
      if (about.kind === 'services') {
        const service = await domain.services.get(about.slug);
        const kicker = categoryLabels[service.category];
        return { seed: service.slug, kicker, title: service.name, brand, ...look };
      }
      if (about.kind === 'portfolio') {
        const item = await domain.portfolio.get(about.slug);
        return {
          ...{ seed: item.slug, kicker: item.client_name, title: item.title },
          ...{ brand, ...look },
        };
      }
      const post = await domain.blog.get(about.slug);
      return { seed: post.slug, kicker: post.category, title: post.title, brand, ...look };
    },
  };
}

export type Seo = ReturnType<typeof createSeo>;
