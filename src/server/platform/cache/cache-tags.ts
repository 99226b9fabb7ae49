/** Tables whose rows visitors see; a change to one of them is announced to every server. */
export type ContentTable = 'services' | 'portfolio_items' | 'posts' | 'plans' | 'settings';

/**
 * Collects what an answer is made of, procedure by procedure, so that it can be kept until that
 * changes. One procedure that does not say makes the whole answer unfit to keep.
 */
export class Shown {
  private readonly names = new Set<ContentTable>();
  private isKnown = true;

  note(tables: readonly ContentTable[] | undefined): void {
    if (!tables) this.isKnown = false;
    for (const table of tables ?? []) this.names.add(table);
  }

  /** Undefined where the answer must not be kept. */
  get tables(): readonly ContentTable[] | undefined {
    return this.isKnown ? [...this.names] : undefined;
  }
}
