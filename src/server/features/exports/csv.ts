import { stringify } from 'csv-stringify';

import type { ListQuery, Page } from '~/contract/common/paging';

const chunkSize = 5_000;

/**
 * All matching rows as CSV, read a page at a time so that memory use is bounded. Cells that a spreadsheet would take for
 * formulas are escaped.
 */
export async function* csvOf<Row extends object, Filter extends ListQuery>(
  search: (request: Filter) => Promise<Page<Row>>,
  request: Filter,
  columns: (keyof Row & string)[],
): AsyncGenerator<string> {
  const options = { columns, bom: false, escape_formulas: true, cast: { boolean: String } };
  yield `\u{feff}${await rendered([], { ...options, header: true })}`;
  for (let page = 1; ; page += 1) {
    const { rows } = await search({ ...request, page, pageSize: chunkSize });
    if (rows.length > 0) yield await rendered(rows, options);
    if (rows.length < chunkSize) return;
  }
}

function rendered(rows: object[], options: Parameters<typeof stringify>[1]): Promise<string> {
  return new Promise((resolve, reject) => {
    stringify(rows, options ?? {}, (error, text) => (error ? reject(error) : resolve(text)));
  });
}
