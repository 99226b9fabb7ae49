/**
 * Maximum length of a cell's Markdown in a table, in characters. Longer cells show that the table is only used to place
 * texts side by side.
 */
const cellMax = 300;
/** Maximum number of table cells in a text. The site's Markdown shows further tables as source text. */
const cellsMax = 2_000;

/** Elements in a cell that do not fit in a line of a Markdown table. */
const blocks = 'h1, h2, h3, h4, h5, h6, blockquote, pre, hr, table';
const sections = new Set(['THEAD', 'TBODY', 'TFOOT']);

const childrenOf = (node) => [...node.childNodes].filter(({ nodeType }) => nodeType === 1);
const rowsOf = (table) =>
  childrenOf(table).flatMap((one) =>
    sections.has(one.nodeName) ? childrenOf(one) : one.nodeName === 'TR' ? [one] : [],
  );
const spanOf = (cell, name) => {
  const span = Number(cell.getAttribute(name));
  return Number.isInteger(span) && span > 1 ? Math.min(span, 100) : 1;
};

/**
 * Returns the cells of each row by column. A cell that spans several rows appears in each of them. Undefined for a
 * table with too many cells.
 */
function gridOf(rows) {
  const grid = rows.map(() => []);
  let size = 0;
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of childrenOf(row)) {
      while (grid[at][column] !== undefined) column += 1;
      const width = spanOf(cell, 'colspan');
      const height = Math.min(spanOf(cell, 'rowspan'), rows.length - at);
      size += width * height;
      // A table of a few kilobytes can declare millions of cells.
      if (size > cellsMax) return undefined;
      for (let down = 0; down < height; down += 1) {
        grid[at + down][column] = cell;
        for (let right = 1; right < width; right += 1) grid[at + down][column + right] ??= null;
      }
      column += width;
    }
  }
  return grid;
}

/** Converts the Markdown of a cell to one line, with the line breaks that the site's Markdown supports in tables. */
const lineOf = (content) =>
  content
    .replaceAll(/<(?=br\b)/gi, '\\<')
    .split('\n')
    .map((line) => line.trim().replace(/^[*-] +/, '• '))
    .filter(Boolean)
    .join('<br>')
    .replaceAll('|', '\\|');

const alignments = { left: ':---', right: '---:', center: ':---:' };
const borderOf = (cell) => {
  const align = cell?.getAttribute('align') || cell?.style?.textAlign || '';
  return alignments[align.toLowerCase()] ?? '---';
};

/**
 * Converts tables to Markdown. Tables with longer texts, which old sites use for their layout, become paragraphs. Must
 * be called after other rules were added, because later rules of Turndown take precedence.
 */
export function tables(turndown) {
  const contents = new WeakMap();
  const used = new WeakMap();
  const contentOf = (cell) => (cell ? (contents.get(cell) ?? '') : '');
  const keep = (content, node) => {
    contents.set(node, content.trim());
    return '';
  };
  turndown.addRule('tableCell', { filter: ['th', 'td'], replacement: keep });
  turndown.addRule('tableCaption', { filter: 'caption', replacement: keep });
  turndown.addRule('tablePart', {
    filter: ['tr', 'thead', 'tbody', 'tfoot', 'colgroup', 'col'],
    replacement: () => '',
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_, table) => {
      const rows = rowsOf(table).filter((row) => childrenOf(row).length > 0);
      const grid = gridOf(rows);
      const caption = childrenOf(table).find(({ nodeName }) => nodeName === 'CAPTION');
      const shown = grid && isData(table, grid) ? tableOf(grid) : paragraphsOf(rows, grid);
      return `\n\n${[contentOf(caption), shown].filter(Boolean).join('\n\n')}\n\n`;
    },
  });

  function isData(table, grid) {
    if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false;
    if (Math.max(0, ...grid.map((row) => row.length)) < 2) return false;
    const cells = grid.flat().filter(Boolean);
    if (cells.some((cell) => cell.querySelector(blocks))) return false;
    const isLong = cells.some((cell) => contentOf(cell).length > cellMax);
    const hasBlocks = cells.some((cell) => /\n\s*\n|^[*-] +/.test(contentOf(cell)));
    return !isLong && (grid.length > 1 || !hasBlocks) && takesCells(table, grid);
  }

  /**
   * Adds a table's cells to those of its text, counted as in the site's Markdown, including borders and header. Returns
   * false, without adding them, if the text would have too many.
   */
  function takesCells({ ownerDocument }, grid) {
    const width = Math.max(...grid.map((row) => row.length));
    const cells = (used.get(ownerDocument) ?? 0) + (width + 2) * (grid.length + 1);
    if (cells > cellsMax) return false;
    used.set(ownerDocument, cells);
    return true;
  }

  function tableOf(grid) {
    const width = Math.max(...grid.map((row) => row.length));
    const written = (cells) => `| ${cells.join(' | ')} |`;
    const columns = Array.from({ length: width }, (_, at) => at);
    const lines = grid.map((row) => written(columns.map((at) => lineOf(contentOf(row[at])))));
    const isHeader = hasHeader(grid);
    const header = isHeader ? lines.shift() : written(columns.map(() => ' '));
    const borders = columns.map((at) => borderOf(grid[0][at]));
    return [header, written(borders), ...lines].join('\n');
  }

  /**
   * Returns the content of the cells in order, as paragraphs. Adds the names of the columns if the table has a header.
   */
  function paragraphsOf(rows, grid) {
    const names = grid && rows.length > 1 && hasHeader(grid) ? grid[0].map(contentOf) : [];
    const shown = (names.length > 1 ? rows.slice(1) : rows).flatMap((row, at) =>
      childrenOf(row).flatMap((cell) => {
        const content = contentOf(cell);
        const name = names.length > 1 ? names[grid[at + 1].indexOf(cell)] : '';
        return name && content && cell.nodeName !== 'TH' ? [`**${name}**`, content] : content || [];
      }),
    );
    return shown.join('\n\n');
  }
}

const hasHeader = ([first = []]) =>
  first.length > 0 &&
  first.every(
    (cell) => !cell || cell.nodeName === 'TH' || cell.parentNode.parentNode.nodeName === 'THEAD',
  );
