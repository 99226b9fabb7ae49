/** Tables whose rows visitors see; a change to one of them is announced to every server. */
export type CacheTag = 'services' | 'portfolio_items' | 'posts' | 'plans' | 'settings';

/**
 * Collects what an answer is made of, procedure by procedure, so that it can be kept until that
 * changes. One procedure that does not say makes the whole answer unfit to keep.
 */
export class CacheTags {
  private readonly names = new Set<CacheTag>();
  private isKnown = true;

  note(tables: readonly CacheTag[] | undefined): void {
    if (!tables) this.isKnown = false;
    for (const table of tables ?? []) this.names.add(table);
  }

  /** Undefined where the answer must not be kept. */
  get all(): readonly CacheTag[] | undefined {
    return this.isKnown ? [...this.names] : undefined;
  }
}
