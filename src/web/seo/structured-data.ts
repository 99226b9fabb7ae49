import type {
  BlogPostingLeaf,
  BreadcrumbListLeaf,
  CreativeWorkLeaf,
  FAQPageLeaf,
  ListItemLeaf,
  OrganizationLeaf,
  QuestionLeaf,
  ServiceLeaf,
  WebSiteLeaf,
} from 'schema-dts';

import type { PostPage } from '~/contract/blog/blog-schema';
import { shareImagePath } from '~/contract/common/share-images';
import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { categoryLabels } from '~/contract/services/categories';
import type { Service as OfferedService } from '~/contract/services/services-schema';
import type { Question } from '~/contract/settings/settings';
import type { PublicSettings } from '~/contract/settings/settings-schema';

const context = { '@context': 'https://schema.org' } as const;

// Accepts only the type itself, and not its subtypes, because comparing with all of them took a
// tenth of the type check.
type InContext<Leaf> = Leaf & typeof context;

/**
 * A type with additional fields. Their names are checked, but their values may have any type,
 * because comparing with all types takes half a second.
 */
type With<
  Leaf extends { '@type': string },
  Fields extends Partial<Record<Exclude<keyof Leaf, '@type'>, unknown>>,
> = InContext<Pick<Leaf, '@type'> & Fields>;

/** A JSON-LD object. Includes only figures that can be verified, without ratings and claims. */
export type StructuredData = typeof context & { '@type': string };

const organizationId = (publicUrl: string) => `${publicUrl}/#organization`;

export function organizationData(settings: PublicSettings, publicUrl: string) {
  const { brand, contact, social } = settings;
  return {
    ...context,
    '@type': 'Organization',
    '@id': organizationId(publicUrl),
    name: brand.name,
    legalName: brand.legalName,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/favicon.svg`,
    description: brand.description,
    foundingDate: String(brand.foundedYear),
    email: contact.email,
    telephone: contact.phone,
    address: contact.address.join(', '),
    sameAs: social.map((link) => link.url),
  } satisfies InContext<OrganizationLeaf>;
}

export function webSiteData(settings: PublicSettings, publicUrl: string) {
  return {
    ...context,
    '@type': 'WebSite',
    name: settings.brand.name,
    description: settings.brand.tagline,
    url: `${publicUrl}/`,
    publisher: { '@id': organizationId(publicUrl) },
  } satisfies InContext<WebSiteLeaf>;
}

function provider(settings: PublicSettings, publicUrl: string): OrganizationLeaf {
  return {
    '@type': 'Organization',
    '@id': organizationId(publicUrl),
    name: settings.brand.name,
    url: `${publicUrl}/`,
  };
}

export function serviceData(service: OfferedService, settings: PublicSettings, publicUrl: string) {
  const url = `${publicUrl}/services/${service.slug}`;
  return {
    ...context,
    '@type': 'Service',
    name: service.name,
    description: service.metaDescription || service.description,
    serviceType: categoryLabels[service.category],
    url,
    image: publicUrl + shareImagePath({ kind: 'services', slug: service.slug }),
    provider: provider(settings, publicUrl),
    offers: {
      '@type': 'Offer',
      url,
      price: service.price,
      priceCurrency: settings.currency,
      priceSpecification: {
        '@type': 'PriceSpecification',
        ...(service.priceKind === 'from'
          ? { minPrice: Number(service.price) }
          : { price: Number(service.price) }),
        priceCurrency: settings.currency,
      },
    },
  } satisfies InContext<ServiceLeaf>;
}

export function portfolioItemData(
  item: PortfolioItem,
  settings: PublicSettings,
  publicUrl: string,
) {
  return {
    ...context,
    '@type': 'CreativeWork',
    name: item.title,
    description: item.description,
    genre: categoryLabels[item.category],
    keywords: item.technologies.join(', '),
    url: `${publicUrl}/portfolio/${item.slug}`,
    image: publicUrl + shareImagePath({ kind: 'portfolio', slug: item.slug }),
    dateCreated: item.createdAt,
    creator: provider(settings, publicUrl),
  } satisfies InContext<CreativeWorkLeaf>;
}

export function postData(post: PostPage, settings: PublicSettings, publicUrl: string) {
  const url = `${publicUrl}/blog/${post.slug}`;
  return {
    ...context,
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.metaDescription || post.excerpt,
    articleSection: post.category,
    url,
    mainEntityOfPage: url,
    image: publicUrl + shareImagePath({ kind: 'blog', slug: post.slug }),
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    timeRequired: `PT${post.readTime}M`,
    author: { '@type': 'Person', name: post.author.name },
    publisher: provider(settings, publicUrl),
  } satisfies InContext<BlogPostingLeaf>;
}

/**
 * Returns the breadcrumbs of a page.
 *
 * @param trail the pages from the first one below the landing page to the page itself
 */
export function breadcrumbData(trail: { name: string; path: string }[], publicUrl: string) {
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(
      ({ name, path }, index): ListItemLeaf => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: publicUrl + path,
      }),
    ),
  } satisfies With<BreadcrumbListLeaf, { itemListElement: ListItemLeaf[] }>;
}

export function questionsData(questions: Question[]) {
  return {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(
      ({ question, answer }): QuestionLeaf => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      }),
    ),
  } satisfies With<FAQPageLeaf, { mainEntity: QuestionLeaf[] }>;
}
