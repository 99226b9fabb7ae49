import { postStatuses } from '~/contract/blog/post-statuses';
import type { Permission } from '~/contract/identity/permissions';
import { pageStatuses } from '~/contract/own-pages/page-statuses';
import { testimonialStatuses } from '~/contract/testimonials/testimonials';

const content = { read: 'content.read', write: 'content.write' } as const;

/**
 * What admins write, put in order, delete and restore, and visitors read. The one list of content types: cache tags, the announcing
 * triggers, the trash, the panel's procedures and sections, imports, samples and the lists of tests derive from it.
 * docs/add-a-section.md says how to add one.
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
  ownPages: {
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
  /** In messages and in the audit log. */
  noun: string;
  /** The plural, in the API's documentation and where samples are counted. */
  nouns: string;
  /** The title of its section in the panel. */
  section: string;
  /** Of the database; pages that show its rows are kept under it as their cache tag. */
  table: string;
  /** Of its REST paths, below `/api/admin`. */
  path: string;
  /** The field with a row's name for people. */
  title: string;
  /** The last one is that of deleted rows. */
  statuses: readonly [string, ...string[]];
  /** Fields by which the panel's list can be sorted. */
  sorts: readonly [string, ...string[]];
  /** To list and open rows, and to change them. */
  permissions: { read: Permission; write: Permission };
  /** As what its rows are imported from files; only rows with a slug can be. */
  imported: { kind: string; label: string } | undefined;
}

/** The names of their routers, services and sections in the panel. */
export type ContentKey = keyof typeof contentTypes;
export const contentKeys = Object.keys(contentTypes) as ContentKey[];

/** Makes something of each content type. */
export const ofEachContentType = <Made>(make: (key: ContentKey) => Made) =>
  Object.fromEntries(contentKeys.map((key) => [key, make(key)])) as Record<ContentKey, Made>;

type ContentTypes = typeof contentTypes;
export type ContentTable = ContentTypes[ContentKey]['table'];

/** The content types whose rows can be imported from files. */
export type ImportedKey = {
  [Key in ContentKey]: ContentTypes[Key]['imported'] extends undefined ? never : Key;
}[ContentKey];
type Imported = NonNullable<ContentTypes[ContentKey]['imported']>;
export type ImportKind = Imported['kind'];

/** Those content types, by the name of the kind. */
export const importedContent = Object.fromEntries(
  contentKeys.flatMap((key) => {
    const { imported } = contentTypes[key];
    return imported ? [[imported.kind, key]] : [];
  }),
) as Record<ImportKind, ImportedKey>;
export const importKinds = Object.keys(importedContent) as [ImportKind, ...ImportKind[]];

/** The names of the kinds for people. */
export const importLabels = Object.fromEntries(
  importKinds.map((kind) => [kind, contentTypes[importedContent[kind]].imported.label]),
) as Record<ImportKind, string>;
