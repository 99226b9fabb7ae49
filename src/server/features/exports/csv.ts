import { stringify } from 'csv-stringify';

import type { ListQuery, Page } from '~/contract/common/paging';

const chunkSize = 5_000;

/** Cells that a spreadsheet would take for formulas are escaped. */
const safe = { bom: false, escape_formulas: true, cast: { boolean: String } };

/** Before the first line, so that a spreadsheet reads UTF-8. */
const byteOrderMark = '\u{feff}';

/**
 * All matching rows as CSV, read a page at a time so that memory use is bounded. Cells that a spreadsheet would take for
 * formulas are escaped.
 */
export async function* csvOf<Row extends object, Filter extends ListQuery>(
  search: (request: Filter) => Promise<Page<Row>>,
  request: Filter,
  columns: (keyof Row & string)[],
): AsyncGenerator<string> {
  yield await headOf(columns);
  for (let page = 1; ; page += 1) {
    const { rows } = await search({ ...request, page, pageSize: chunkSize });
    if (rows.length > 0) yield await rendered(rows, { ...safe, columns });
    if (rows.length < chunkSize) return;
  }
}

/** An amount of ours in a cell: it may begin with a minus and is still no formula. */
export class CsvAmount {
  constructor(readonly text: string) {}
}

/** The same for rows that come one by one; each is an object with the columns' names. */
export async function* csvOfRows<Column extends string>(
  rows: AsyncIterable<Record<Column, string | CsvAmount>>,
  columns: Column[],
): AsyncGenerator<string> {
  const cast = { ...safe.cast, object: amountCell };
  yield await headOf(columns);
  for await (const row of rows) yield await rendered([row], { ...safe, cast, columns });
}

const amountCell = (value: object) => {
  if (value instanceof CsvAmount) return { value: value.text, escape_formulas: false };
  throw new Error('a cell that is no text and no amount');
};

const headOf = async (columns: string[]): Promise<string> =>
  `${byteOrderMark}${await rendered([], { ...safe, columns, header: true })}`;

function rendered(rows: object[], options: Parameters<typeof stringify>[1]): Promise<string> {
  return new Promise((resolve, reject) => {
    stringify(rows, options ?? {}, (error, text) => (error ? reject(error) : resolve(text)));
  });
}
