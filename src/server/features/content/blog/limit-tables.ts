import type MarkdownIt from 'markdown-it';

/**
 * Maximum number of cells in all tables of a text. Rows are padded with empty cells, so a text of a few kilobytes could
 * become megabytes of HTML.
 */
export const tableCellsMax = 2_000;

/** Shows tables beyond the limit as source text. */
export function limitTables(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before('table', 'table_bound', (state, start, end, silent) => {
    const line = (at: number) =>
      state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]);
    if (silent || start + 2 > end || !line(start).includes('|')) return false;
    const delimiters = line(start + 1);
    if (!/^[|:-][\s|:-]*$/.test(delimiters)) return false;
    const columns = delimiters.split('|').length;
    let next = start + 2;
    while (next < end && line(next).trim() !== '') next += 1;
    const env = state.env as { tableCells?: number };
    const cells = (env.tableCells ?? 0) + columns * (next - start - 1);
    if (cells <= tableCellsMax) {
      env.tableCells = cells;
      return false;
    }
    const token = state.push('code_block', 'code', 0);
    token.content = state.getLines(start, next, state.blkIndent, true);
    token.map = [start, next];
    state.line = next;
    return true;
  });
}
