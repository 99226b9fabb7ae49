import { postStatuses } from '~/contract/blog/post-statuses';
import { pageStatuses } from '~/contract/custom-pages/page-statuses';
import type { Permission } from '~/contract/identity/permissions';
import { testimonialStatuses } from '~/contract/testimonials/testimonials';

const content = { read: 'content.read', write: 'content.write' } as const;

/**
 * Content types: content that admins write, order, delete and restore, and that visitors read.
 * Every other list of content types derives from this one: cache tags, database triggers that
 * announce changes, the trash, the panel's procedures and sections, imports, samples and tests.
 * docs/add-a-section.md explains how to add a content type.
 */
export const contentTypes = {
  services: {
    noun: 'service',
    nouns: 'services',
    section: 'Services',
    table: 'services',
    path: 'services',
    title: 'name',
    statuses: ['active', 'inactive', 'trash'],
    sorts: ['name', 'price', 'category', 'createdAt'],
    permissions: content,
    imported: { kind: 'services', label: 'Services' },
  },
  portfolio: {
    noun: 'portfolio item',
    nouns: 'portfolio items',
    section: 'Portfolio',
    table: 'portfolio_items',
    path: 'portfolio',
    title: 'title',
    statuses: ['listed', 'featured', 'trash'],
    sorts: ['title', 'client_name', 'category', 'createdAt'],
    permissions: content,
    imported: { kind: 'portfolio', label: 'Portfolio' },
  },
  blog: {
    noun: 'post',
    nouns: 'posts',
    section: 'Blog',
    table: 'posts',
    path: 'blog',
    title: 'title',
    statuses: [...postStatuses, 'trash'],
    sorts: ['title', 'publishedAt', 'category', 'createdAt'],
    permissions: content,
    imported: { kind: 'posts', label: 'Posts' },
  },
  customPages: {
    noun: 'page',
    nouns: 'pages',
    section: 'Pages',
    table: 'pages',
    path: 'pages',
    title: 'title',
    statuses: [...pageStatuses, 'trash'],
    sorts: ['title', 'updatedAt', 'createdAt'],
    permissions: content,
    imported: undefined,
  },
  forms: {
    noun: 'form',
    nouns: 'forms',
    section: 'Forms',
    table: 'forms',
    path: 'forms',
    title: 'name',
    statuses: ['active', 'trash'],
    sorts: ['name', 'updatedAt', 'createdAt'],
    permissions: content,
    imported: undefined,
  },
  testimonials: {
    noun: 'testimonial',
    nouns: 'testimonials',
    section: 'Testimonials',
    table: 'testimonials',
    path: 'testimonials',
    title: 'name',
    statuses: [...testimonialStatuses, 'trash'],
    sorts: ['name', 'company', 'createdAt'],
    permissions: content,
    imported: undefined,
  },
  plans: {
    noun: 'plan',
    nouns: 'plans',
    section: 'Plans',
    table: 'plans',
    path: 'subscription-plans',
    title: 'name',
    statuses: ['active', 'inactive', 'trash'],
    sorts: ['name', 'monthlyPrice', 'createdAt'],
    permissions: { read: 'plans.read', write: 'plans.write' },
    imported: undefined,
  },
} as const satisfies Record<string, ContentType>;

interface ContentType {
  /** Name in messages and in the audit log. */
  noun: string;
  /** Plural name, in the API documentation and for counts of samples. */
  nouns: string;
  /** Title of the type's section in the panel. */
  section: string;
  /** Database table, and the cache tag of pages that show its rows. */
  table: string;
  /** REST path, below `/api/admin`. */
  path: string;
  /** Field with a row's display name. */
  title: string;
  /** Statuses of the type. The last one is the status of deleted rows. */
  statuses: readonly [string, ...string[]];
  /** Fields by which the panel's list can be sorted. */
  sorts: readonly [string, ...string[]];
  /** Permissions to list and open rows, and to change them. */
  permissions: { read: Permission; write: Permission };
  /** Kind in imports from files; only rows with a slug can be imported. */
  imported: { kind: string; label: string } | undefined;
}

/**
 * Keys of the content types, which are also the names of their routers, services and panel
 * sections.
 */
export type ContentKey = keyof typeof contentTypes;
export const contentKeys = Object.keys(contentTypes) as ContentKey[];

/** Creates a value for each content type. */
export const ofEachContentType = <Made>(make: (key: ContentKey) => Made) =>
  Object.fromEntries(contentKeys.map((key) => [key, make(key)])) as Record<ContentKey, Made>;

type ContentTypes = typeof contentTypes;
export type ContentTable = ContentTypes[ContentKey]['table'];

/** Content types that can be imported from files. */
export type ImportedKey = {
  [Key in ContentKey]: ContentTypes[Key]['imported'] extends undefined ? never : Key;
}[ContentKey];
type Imported = NonNullable<ContentTypes[ContentKey]['imported']>;
export type ImportKind = Imported['kind'];

/** Imported content types, by the name of the kind. */
export const importedContent = Object.fromEntries(
  contentKeys.flatMap((key) => {
    const { imported } = contentTypes[key];
    return imported ? [[imported.kind, key]] : [];
  }),
) as Record<ImportKind, ImportedKey>;
export const importKinds = Object.keys(importedContent) as [ImportKind, ...ImportKind[]];

/** Labels of the import kinds. */
export const importLabels = Object.fromEntries(
  importKinds.map((kind) => [kind, contentTypes[importedContent[kind]].imported.label]),
) as Record<ImportKind, string>;
