/**
 * What admins write, put in order, delete and restore, and visitors read. The one list of content types: cache tags, the announcing
 * triggers, the trash, imports and the lists of tests derive from it. docs/add-a-section.md says how to add one.
 */
export const contentTypes = {
  services: { noun: 'service', table: 'services', path: 'services', importKind: 'services' },
  portfolio: {
    noun: 'portfolio item',
    table: 'portfolio_items',
    path: 'portfolio',
    importKind: 'portfolio',
  },
  blog: { noun: 'post', table: 'posts', path: 'blog', importKind: 'posts' },
  plans: { noun: 'plan', table: 'plans', path: 'subscription-plans', importKind: undefined },
} as const satisfies Record<string, ContentType>;

interface ContentType {
  /** In messages and in the audit log. */
  noun: string;
  /** Of the database; pages that show its rows are kept under it as their cache tag. */
  table: string;
  /** Of its REST paths, below `/api/admin`. */
  path: string;
  /** By which name its rows are imported from files. */
  importKind: string | undefined;
}

/** The names of their routers, services and sections in the panel. */
export type ContentKey = keyof typeof contentTypes;
export const contentKeys = Object.keys(contentTypes) as ContentKey[];

export type ContentTable = (typeof contentTypes)[ContentKey]['table'];
export type ImportKind = Exclude<(typeof contentTypes)[ContentKey]['importKind'], undefined>;

/** The content types whose rows can be imported from files, by the name of the kind. */
export const importedContent = Object.fromEntries(
  contentKeys.flatMap((key) => {
    const { importKind } = contentTypes[key];
    return importKind ? [[importKind, key]] : [];
  }),
) as Record<ImportKind, ContentKey>;
export const importKinds = Object.keys(importedContent) as [ImportKind, ...ImportKind[]];
