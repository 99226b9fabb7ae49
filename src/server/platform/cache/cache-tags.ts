import { type ContentTable, contentKeys, contentTypes } from '~/contract/content/content-types';

/** Tables that public pages depend on; triggers announce changes in them to every instance. */
export type CacheTag = ContentTable | 'settings' | 'legal_versions' | 'page_versions';
export const cacheTags: readonly CacheTag[] = [
  ...contentKeys.map((key) => contentTypes[key].table),
  'settings',
  'legal_versions',
  'page_versions',
];

/**
 * Collects the cache tags of all procedures that are called for a response. If one of them has no tags, the response
 * cannot be cached.
 */
export class CacheTags {
  private readonly names = new Set<CacheTag>();
  private isKnown = true;

  note(tables: readonly CacheTag[] | undefined): void {
    if (!tables) this.isKnown = false;
    for (const table of tables ?? []) this.names.add(table);
  }

  /** Returns all tags; undefined if the response must not be cached. */
  get all(): readonly CacheTag[] | undefined {
    return this.isKnown ? [...this.names] : undefined;
  }
}
